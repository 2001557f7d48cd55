import type { RawRow } from '../dialect/connection';
import { type ReadObject, readRow, type PendingParents } from './row-reader';
import type { RelationBranch, CompiledPlan } from './compile-plan';

/** Creates the objects of a branch's rows and adds them to their parents. */
export function attachChildren(
  branch: RelationBranch,
  rows: readonly RawRow[],
  pendingParents: PendingParents,
): void {
  const { property, isSingle, select } = branch;
  const parents = pendingParents[branch.parentIndex];
  for (const row of rows) {
    const matchingParents = parents?.get(Number(row[select.valueCount]));
    if (!matchingParents) continue;
    // A record may appear several times (the same user of two orders); all its objects share the children.
    const object = readRow(select.reader, row, pendingParents);
    for (const parent of matchingParents) {
      if (isSingle) parent[property] = object;
      else (parent[property] as ReadObject[]).push(object);
    }
  }
}

/** Creates the empty maps of parents for a new read. */
export function createPendingParents({ pendingParentsLength }: CompiledPlan): PendingParents {
  return Array.from({ length: pendingParentsLength }, () => new Map<number, ReadObject[]>());
}
