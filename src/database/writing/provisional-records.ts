import type { Condition } from '../queries/conditions';
import type { EntityClass } from '../schema/entity-model';

/** A record that a dry run treats as stored. */
type ProvisionalRow = Readonly<Record<string, unknown>> & { readonly id: number };

/** Higher than all ids that a database generates. */
const FIRST_PROVISIONAL_ID = 2 ** 52;

/** Provisional records of an entity, indexed by the properties that they are looked up by. */
class ProvisionalTable {
  private readonly rows: ProvisionalRow[] = [];
  private readonly indexes = new Map<string, Map<unknown, ProvisionalRow[]>>();

  add(row: ProvisionalRow): void {
    this.rows.push(row);
    for (const [property, index] of this.indexes) addToIndex(index, row[property], row);
  }

  list(conditions: readonly Condition[]): ProvisionalRow[] {
    let candidates: readonly ProvisionalRow[] = this.rows;
    for (const condition of conditions) {
      const found = this.findByEquality(condition);
      if (found && found.length < candidates.length) candidates = found;
    }
    return candidates.filter((row) => conditions.every((condition) => matchesRow(condition, row)));
  }

  /** Returns the records that may fulfill a condition; undefined if it isn't based on property values. */
  private findByEquality({
    equalityValues,
    alternatives,
  }: Condition): ProvisionalRow[] | undefined {
    if (equalityValues) {
      const index = this.getIndex(equalityValues.property);
      return [...new Set(equalityValues.values)].flatMap((value) => index.get(value) ?? []);
    }
    const rowLists = alternatives?.map((condition) => this.findByEquality(condition));
    if (!rowLists || rowLists.includes(undefined)) return undefined;
    return [...new Set(rowLists.flatMap((rows) => rows ?? []))];
  }

  private getIndex(property: string): Map<unknown, ProvisionalRow[]> {
    const existing = this.indexes.get(property);
    if (existing) return existing;
    const index = new Map<unknown, ProvisionalRow[]>();
    for (const row of this.rows) addToIndex(index, row[property], row);
    this.indexes.set(property, index);
    return index;
  }
}

/** Records that a dry run treats as stored: reads find them, but nothing is written. */
export class ProvisionalRecords {
  private readonly tables = new Map<EntityClass, ProvisionalTable>();
  private recordCount = 0;
  private totalBytes = 0;

  /** Estimated memory of the records, in bytes. */
  get estimatedBytes(): number {
    return this.totalBytes;
  }

  /** Adds a record. @returns its provisional id */
  add(entity: EntityClass, row: object): number {
    const id = FIRST_PROVISIONAL_ID + this.recordCount;
    this.recordCount += 1;
    this.totalBytes += estimateBytes(row);
    const table = this.tables.get(entity) ?? new ProvisionalTable();
    this.tables.set(entity, table);
    table.add({ ...row, id });
    return id;
  }

  /**
   * Lists the records of an entity that fulfill conditions, by ascending id. Only equality conditions and alternatives
   * of them can be evaluated; no record fulfills other conditions.
   */
  list(entity: EntityClass, conditions: readonly Condition[]): ProvisionalRow[] {
    return this.tables.get(entity)?.list(conditions) ?? [];
  }
}

/** Estimated bytes of a row with its index entries, of a value, and of a text without its characters. */
const ROW_BYTES = 600;
const VALUE_BYTES = 8;
const TEXT_BYTES = 24;

function estimateBytes(row: object): number {
  return Object.values(row).reduce<number>((sum, value: unknown) => {
    const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
    const text = isJson ? JSON.stringify(value) : value;
    return (
      sum + VALUE_BYTES + (typeof text === 'string' ? TEXT_BYTES + Buffer.byteLength(text) : 0)
    );
  }, ROW_BYTES);
}

function addToIndex(
  index: Map<unknown, ProvisionalRow[]>,
  value: unknown,
  row: ProvisionalRow,
): void {
  const rows = index.get(value);
  if (rows) rows.push(row);
  else index.set(value, [row]);
}

function matchesRow({ equalityValues, alternatives }: Condition, row: ProvisionalRow): boolean {
  if (equalityValues) return equalityValues.values.includes(row[equalityValues.property]);
  return alternatives?.some((condition) => matchesRow(condition, row)) ?? false;
}
