/**
 * The cost of a file of specs: processor seconds of its worker, and of the processes that it started and waited for.
 * Noted in the file that SPENT_TIME names, one line a file of specs (.ci/slowest-specs.cjs).
 */
const { appendFileSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');

/** The unit in which /proc counts on Linux. */
const TICKS_A_SECOND = 100;

/** Seconds of the processes that it has started, whether they have ended or not; 0 without /proc. */
function ofChildren() {
  try {
    const running = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
    const ids = running.split(' ').filter(Boolean);
    return ids.reduce((sum, id) => sum + usedBy(id, true), usedBy('self', false));
  } catch {
    return 0;
  }
}

/** Seconds of the processes that a process has waited for. @param isWhole with its own */
function usedBy(id, isWhole) {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [own, system, ended, endedSystem] = fields.slice(11, 15).map(Number);
  return (ended + endedSystem + (isWhole ? own + system : 0)) / TICKS_A_SECOND;
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
