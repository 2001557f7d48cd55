/**
 * What a file of specs costs: the seconds of the processors that its worker, and the processes that it started and
 * waited for, have used. Noted in the file that SPENT_TIME names, one line a file of specs (.ci/slowest-specs.cjs).
 */
const { appendFileSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');

/** Of Linux: what /proc counts in. */
const TICKS_A_SECOND = 100;

/** Seconds of the processes that have ended; none where /proc does not tell. */
function ofChildren() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

function spentTime() {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: ofChildren(), at: performance.now() / 1000 };
}

/** @returns what notes the costs of the file, from now on until it is called */
exports.spending = ({ rootDir }, { testPath }) => {
  const notes = process.env.SPENT_TIME;
  const before = spentTime();
  return () => {
    if (notes === undefined) return;
    const { own, children, at } = spentTime();
    const line = {
      file: relative(rootDir, testPath),
      worker: process.pid,
      seconds: at - before.at,
      own: own - before.own,
      children: children - before.children,
    };
    appendFileSync(notes, `${JSON.stringify(line)}\n`);
  };
};
