import type { RawRow } from './dialect/connection';
import type { SqlValue } from './kinds';
import type { Branch, CompiledPlan, Loaded, Reader, Waiting } from './select';

/** Makes the object of a row, and lets it wait where children will come. */
export function readRow(reader: Reader, row: RawRow, waiting: Waiting): Loaded {
  const object: Loaded = {};
  for (const { property, at, read } of reader.columns) {
    const raw = row[at] as SqlValue;
    object[property] = raw === null || read === undefined ? raw : read(raw);
  }
  for (const { property, reader: one } of reader.ones) {
    object[property] = row[one.idAt] === null ? null : readRow(one, row, waiting);
  }
  if (reader.place >= 0) wait(reader, object, Number(row[reader.idAt]), waiting);
  return object;
}

function wait({ many, place }: Reader, object: Loaded, id: number, waiting: Waiting): void {
  for (const { property, single } of many) object[property] = single ? null : [];
  const map = waiting[place];
  const same = map?.get(id);
  if (same) same.push(object);
  else map?.set(id, [object]);
}

/** Puts the objects of a branch's rows into their parents. */
export function attach(branch: Branch, rows: readonly RawRow[], waiting: Waiting): void {
  const { property, single, select } = branch;
  const parents = waiting[branch.parents];
  for (const row of rows) {
    const found = parents?.get(Number(row[select.width]));
    if (!found) continue;
    // One record may stand in several places (the same user of two orders); they share its children.
    const object = readRow(select.reader, row, waiting);
    for (const parent of found) {
      if (single) parent[property] = object;
      else (parent[property] as Loaded[]).push(object);
    }
  }
}

/** Reads from now on take place with nothing waiting. */
export function nothingWaiting({ places }: CompiledPlan): Waiting {
  return Array.from({ length: places }, () => new Map<number, Loaded[]>());
}
