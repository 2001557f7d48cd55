import type { RawRow } from '../dialect/connection';
import { type ReadObject, readRow, type PendingParents } from './row-reader';
import type { RelationBranch, CompiledPlan } from './compile-plan';

/** Puts the objects of a branch's rows into their parents. */
export function attachChildren(
  branch: RelationBranch,
  rows: readonly RawRow[],
  waiting: PendingParents,
): void {
  const { property, isSingle, select } = branch;
  const parents = waiting[branch.parentIndex];
  for (const row of rows) {
    const found = parents?.get(Number(row[select.width]));
    if (!found) continue;
    // One record may stand in several places (the same user of two orders); they share its children.
    const object = readRow(select.reader, row, waiting);
    for (const parent of found) {
      if (isSingle) parent[property] = object;
      else (parent[property] as ReadObject[]).push(object);
    }
  }
}

/** Reads from now on take place with nothing waiting. */
export function createPendingParents({ pendingCount }: CompiledPlan): PendingParents {
  return Array.from({ length: pendingCount }, () => new Map<number, ReadObject[]>());
}
