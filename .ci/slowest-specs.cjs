/**
 * Prints what runs of jest have cost, and the files of specs that cost most: `node .ci/slowest-specs.cjs FOLDER RUN...`.
 * FOLDER/RUN.spent has a line for each file (test/support/jest/spent-time.cjs).
 */
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const MOST = 15;

const [folder, ...runs] = process.argv.slice(2);
const spent = runs.flatMap((run) => {
  const notes = join(folder, `${run}.spent`);
  if (!existsSync(notes)) return [];
  const lines = readFileSync(notes, 'utf8').trimEnd().split('\n');
  return lines.map((line) => ({ run, ...JSON.parse(line) }));
});
const table = (seconds, own, children, name) =>
  console.log(
    `${[seconds, own, children].map((one) => one.toFixed(1).padStart(8)).join('')}  ${name}`,
  );

console.log(
  'most expensive files of specs (seconds; CPU seconds of the worker, of its processes):',
);
spent.sort((a, b) => b.own + b.children - a.own - a.children);
for (const { run, file, seconds, own, children } of spent.slice(0, MOST))
  table(seconds, own, children, `${file} (${run})`);

console.log('all files (the same):');
for (const run of runs) {
  const files = spent.filter((one) => one.run === run);
  const sum = (key) => files.reduce((total, one) => total + one[key], 0);
  const workers = new Set(files.map(({ worker }) => worker)).size;
  const name = `${run}: ${files.length} files, ${workers} workers`;
  table(sum('seconds'), sum('own'), sum('children'), name);
}
