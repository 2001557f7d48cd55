import { splitIntoChunks, MAX_LIST_LENGTH } from '../queries/conditions';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import { type ReadObject, readRow, type PendingParents } from './row-reader';
import { attachChildren, createPendingParents } from './attach-children';
import type { RelationBranch, CompiledPlan } from './compile-plan';

/** Creates the objects of the root's rows, with everything below them that the plan contains. */
export function* readWithChildren(
  compiled: CompiledPlan,
  rows: readonly RawRow[],
): QueryProgram<ReadObject[]> {
  const pending = createPendingParents(compiled);
  const records = rows.map((row) => readRow(compiled.root.reader, row, pending));
  const lastStep = Math.max(0, ...compiled.branches.map(({ step }) => step));
  for (let step = 1; step <= lastStep; step++) {
    const branches = compiled.branches.filter((branch) => branch.step === step);
    const statements = branches.map((branch) => createBranchStatements(branch, pending));
    const resultSets = yield statements.flat();
    let offset = 0;
    branches.forEach((branch, index) => {
      const count = statements[index]?.length ?? 0;
      for (const resultSet of resultSets.slice(offset, offset + count))
        attachChildren(branch, resultSet, pending);
      offset += count;
    });
  }
  return records;
}

function createBranchStatements(branch: RelationBranch, pending: PendingParents): Statement[] {
  const keys = [...(pending[branch.keyParentIndex]?.keys() ?? [])];
  return splitIntoChunks(keys, MAX_LIST_LENGTH).map((chunk) => branch.createStatement(chunk));
}
