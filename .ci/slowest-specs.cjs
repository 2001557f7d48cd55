/** Prints the ten files of specs that took longest in runs of jest, from its JSON results, one file a run. */
const { existsSync, readFileSync } = require('node:fs');
const { basename, relative } = require('node:path');

const files = process.argv.slice(2).filter((file) => existsSync(file));
const taken = files.flatMap((file) =>
  JSON.parse(readFileSync(file, 'utf8')).testResults.map(({ name, startTime, endTime }) => ({
    run: basename(file, '.json'),
    file: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  })),
);
taken.sort((one, other) => other.seconds - one.seconds);
console.log('slowest files of specs (seconds):');
for (const { run, file, seconds } of taken.slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(8)}  ${file} (${run})`);
