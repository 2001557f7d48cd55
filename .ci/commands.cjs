/** Runs commands of the built command line, a line of standard input each: loading them takes longer than they do. */
require('reflect-metadata');
const { readFileSync } = require('node:fs');
const { createProgram } = require('../dist/commands/command-line');

async function main() {
  for (const line of readFileSync(0, 'utf8').trim().split('\n'))
    await createProgram(process.env).parseAsync(line.split(' '), { from: 'user' });
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
