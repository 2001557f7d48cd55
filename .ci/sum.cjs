/**
 * Adds up jest's JSON results, one file a run, and prints the sum as the closing line:
 * `N passed, N failed`. Exit code 1 when a test failed, a file of specs could not run, or a
 * run has no results.
 */
const { readFileSync } = require('node:fs');
const { basename } = require('node:path');

/** Counts of one results file; what stopped a whole file of specs counts as one failed test. */
function counts(file) {
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results;
    return {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests + results.numTodoTests,
    };
  } catch (error) {
    console.log(`no results in ${basename(file)}: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const runs = process.argv.slice(2).map((file) => ({ file, ...counts(file) }));
for (const { file, passed, failed, skipped } of runs) {
  console.log(`${basename(file, '.json')}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
const ran = runs.every(({ passed, failed }) => passed + failed > 0);
if (!ran) console.log('a run had no test');
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = ran && sum('failed') === 0 ? 0 : 1;
