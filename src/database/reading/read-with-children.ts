import { chunks, MAX_LIST_LENGTH } from '../queries/conditions';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import { type ReadObject, readRow, type PendingParents } from './row-reader';
import { attachChildren, createPendingParents } from './attach-children';
import type { RelationBranch, CompiledPlan } from './compile-plan';

/** The objects of the root's rows, with everything that the plan wants below them. */
export function* readWithChildren(
  compiled: CompiledPlan,
  rows: readonly RawRow[],
): QueryProgram<ReadObject[]> {
  const waiting = createPendingParents(compiled);
  const records = rows.map((row) => readRow(compiled.root.reader, row, waiting));
  const last = Math.max(0, ...compiled.branches.map(({ step }) => step));
  for (let step = 1; step <= last; step++) {
    const branches = compiled.branches.filter((branch) => branch.step === step);
    const asked = branches.map((branch) => branchStatements(branch, waiting));
    const answers = yield asked.flat();
    let at = 0;
    branches.forEach((branch, index) => {
      const count = asked[index]?.length ?? 0;
      for (const answer of answers.slice(at, at + count)) attachChildren(branch, answer, waiting);
      at += count;
    });
  }
  return records;
}

function branchStatements(branch: RelationBranch, waiting: PendingParents): Statement[] {
  const keys = [...(waiting[branch.keys]?.keys() ?? [])];
  return chunks(keys, MAX_LIST_LENGTH).map((chunk) => branch.statement(chunk));
}
