/** Writes the results of .ci/verify-long into the table of docs/operations.md: its file of steps, the commit. */
const { readFileSync, writeFileSync } = require('node:fs');

const [file, commit] = process.argv.slice(2);
const page = `${__dirname}/../docs/operations.md`;
const today = new Date().toISOString().slice(0, 10);

let text = readFileSync(page, 'utf8');
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const [, seconds, state, name] = /^(\d+) \d+ (\w+) (.+)$/.exec(line);
  const result = state === 'ok' ? 'passed' : 'failed';
  const row = `| ${name} | ${result} | ${Math.ceil(seconds / 60)} | ${today} | ${commit} |`;
  const known = text.split('\n').find((one) => one.startsWith(`| ${name} | `));
  if (known === undefined) throw new Error(`docs/operations.md has no row for ${name}`);
  text = text.replace(known, () => row);
}
writeFileSync(page, text);
