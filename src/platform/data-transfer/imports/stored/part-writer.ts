import type { EntityClass, Patch, DataAccess } from '../../../../database';
import type { RowValues, RowReferences } from './stored-fields';
import type { IdLookup } from './natural-key-resolver';
import {
  findChangedColumns,
  listPartElements,
  toElementPointer,
  parseRow,
  withRecordTimestamp,
} from './parse-record';
import {
  listProtectedKeys,
  type PartMapping,
  type RecordMapping,
  type RowTree,
  toPartKey,
} from './record-mapping';

/** A stored record: the values of its import record, and its rows in the database. */
interface PartOwner {
  readonly id: number;
  readonly value: RowValues;
  readonly tree: RowTree | undefined;
}

/** An owner of parts, with the state of writing its record. */
interface PartOwnerContext extends PartOwner {
  readonly writtenIds: WrittenIds;
  readonly pointer: string;
}

/** The ids of a record's rows written so far, by the names of its lists. */
class WrittenIds implements RowReferences {
  readonly ids = new Map<string, (number | undefined)[]>();

  /** Not needed when records are parsed. */
  indexOf(): undefined {
    return undefined;
  }

  idAt(list: string, index: number): number | undefined {
    return this.ids.get(list)?.[index];
  }
}

/** An element of a list with its stored row. */
interface ListElement {
  readonly owner: PartOwnerContext;
  readonly index: number;
  readonly value: RowValues;
  readonly stored: RowTree | undefined;
}

/**
 * Writes the parts of imported records. The new rows of a list are inserted together, those that refer to others of
 * the list after these.
 */
export class PartWriter {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly ids: IdLookup,
  ) {}

  /** Writes the parts; inside a unit of work. */
  async write(mapping: RecordMapping, owners: readonly PartOwner[]): Promise<void> {
    const holders = owners.map((one): PartOwnerContext => ({
      ...one,
      writtenIds: new WrittenIds(),
      pointer: '',
    }));
    await this.writeParts(mapping, holders, true);
  }

  private async writeParts(
    mapping: RecordMapping,
    holders: readonly PartOwnerContext[],
    isTopLevel: boolean,
  ): Promise<void> {
    for (const part of mapping.parts ?? []) {
      const elements = holders.flatMap((holder) => this.matchElements(part, holder));
      await this.removeUnmatchedRows(part, holders, elements);
      const ids = new Map<ListElement, number>();
      const hasParentInList = ({ value }: ListElement): boolean =>
        part.parentMember !== undefined && value[part.parentMember] !== undefined;
      await this.writeElements(
        part,
        elements.filter((one) => !hasParentInList(one)),
        ids,
        isTopLevel,
      );
      await this.writeElements(part, elements.filter(hasParentInList), ids, isTopLevel);
      if (!part.parts) continue;
      const inner = elements.map((one): PartOwnerContext => ({
        id: ids.get(one) as number,
        value: one.value,
        tree: one.stored,
        writtenIds: one.owner.writtenIds,
        pointer: toElementPointer(one.owner, part.name, one.index),
      }));
      await this.writeParts(part, inner, false);
    }
  }

  /** Returns the elements of a list, each with its stored row. */
  private matchElements(part: PartMapping, holder: PartOwnerContext): ListElement[] {
    const stored = listReplaceable(part, holder);
    const values = listPartElements(holder.value, part, holder.tree && stored.length);
    const matchedRows = part.keyProperties ? this.matchByKey(part, holder, values, stored) : stored;
    const elements = values.map((value, index) => ({
      owner: holder,
      index,
      value,
      stored: matchedRows[index],
    }));
    // Protected rows stay as they are, so the elements with their keys are dropped.
    const protectedKeys = listProtectedKeys(part, holder.tree?.parts.get(part.name) ?? []);
    if (protectedKeys.size === 0) return elements;
    return elements.filter(
      ({ value, index }) =>
        !protectedKeys.has(toPartKey(part, this.parseElement(part, holder, value, index))),
    );
  }

  /** Returns the stored rows in the order of the elements; undefined for elements whose row must be recreated. */
  private matchByKey(
    part: PartMapping,
    holder: PartOwnerContext,
    values: readonly RowValues[],
    stored: readonly RowTree[],
  ): (RowTree | undefined)[] {
    const byKey = new Map(stored.map((one) => [toPartKey(part, one.row), one]));
    const pairs = values.map((value, at) =>
      byKey.get(toPartKey(part, this.parseElement(part, holder, value, at))),
    );
    const ids = pairs.map((one) => one?.row['id'] as number | undefined);
    const firstNew = ids.indexOf(undefined);
    const known = firstNew < 0 ? ids : ids.slice(0, firstNew);
    const isInOrder = known.every((id, at) => at === 0 || (id ?? 0) > (known[at - 1] ?? 0));
    // The rows after a new one are recreated, so that the ids are in the order of the elements.
    return isInOrder ? pairs.map((one, at) => (at < known.length ? one : undefined)) : [];
  }

  private async removeUnmatchedRows(
    part: PartMapping,
    holders: readonly PartOwnerContext[],
    elements: readonly ListElement[],
  ): Promise<void> {
    const retained = new Set(elements.map(({ stored }) => stored));
    const removed = holders
      .flatMap((holder) => listReplaceable(part, holder))
      .filter((one) => !retained.has(one))
      .map(({ row }) => row['id'] as number);
    if (removed.length > 0) {
      await this.dataAccess.writer.remove(part.entity as EntityClass<{ id: number }>, {
        id: removed,
      });
    }
  }

  private async writeElements(
    part: PartMapping,
    elements: readonly ListElement[],
    ids: Map<ListElement, number>,
    isTopLevel: boolean,
  ): Promise<void> {
    const { writer } = this.dataAccess;
    const entity = part.entity as EntityClass<RowValues>;
    const fresh: { readonly element: ListElement; readonly row: RowValues }[] = [];
    const updates: (readonly [number, Patch<RowValues>])[] = [];
    for (const element of elements) {
      const { owner, value, index, stored } = element;
      const row = this.parseElement(part, owner, value, index);
      if (!stored) {
        fresh.push({ element, row: { ...row, [part.ownerProperty]: owner.id } });
        continue;
      }
      const id = stored.row['id'] as number;
      const changes = withRecordTimestamp(findChangedColumns(part, row, stored.row), row);
      if (Object.keys(changes).length > 0) updates.push([id, changes]);
      ids.set(element, id);
    }
    // A row that gives up a unique flag is updated first, as another row may take it.
    const clearsColumn = ([, changes]: (typeof updates)[number]): boolean =>
      Object.values(changes).includes(null);
    for (const [id, changes] of [
      ...updates.filter(clearsColumn),
      ...updates.filter((u) => !clearsColumn(u)),
    ])
      await writer.update(entity, id, changes);
    const rows = fresh.map(({ row }) => row);
    const complete = part.completeNewRows
      ? await part.completeNewRows(rows, this.dataAccess)
      : rows;
    const newIds = await writer.insert(entity, complete);
    fresh.forEach(({ element }, at) => ids.set(element, newIds[at] as number));
    if (!isTopLevel) return;
    for (const element of elements) {
      const { writtenIds } = element.owner;
      const list = writtenIds.ids.get(part.name) ?? [];
      list[element.index] = ids.get(element);
      writtenIds.ids.set(part.name, list);
    }
  }

  private parseElement(
    part: PartMapping,
    holder: PartOwnerContext,
    value: RowValues,
    at: number,
  ): RowValues {
    const pointer = toElementPointer(holder, part.name, at);
    return parseRow(part, value, { ids: this.ids, rowReferences: holder.writtenIds, pointer });
  }
}

/** Returns the stored rows of a part that records can change and remove. */
function listReplaceable(part: PartMapping, { tree }: PartOwnerContext): readonly RowTree[] {
  const stored = tree?.parts.get(part.name) ?? [];
  return part.isProtected ? stored.filter(({ row }) => !part.isProtected?.(row)) : stored;
}
