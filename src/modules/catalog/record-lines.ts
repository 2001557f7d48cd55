import type { DtoClass } from '../../api';
import { reading, type TablePlan } from '../../core/load-plan';
import { sortKey } from '../../core/text';
import { type Entity, is, isOneOf, type SearchKind, type Stores } from '../../database';
import type { Dated, Line, LineType, Outcome, Stored } from '../intake';

/** What the rows of the catalog's tables have in common. */
interface Row {
  id: number;
  pId: string;
  name: string;
  nameFolded: string;
}

/** A row as a line describes it: every column but `id` and `nameFolded`. */
export type Columns<E extends Row> = Omit<E, 'id' | 'nameFolded'> & { pId: string; name: string };

interface Declaration<T extends object, E extends Row> {
  readonly type: string;
  readonly dto: DtoClass<T>;
  readonly entity: Entity<E>;
  readonly search: SearchKind;
  readonly columns: (value: T) => Columns<E>;
  /** Further texts that `q` searches. */
  readonly searched?: (columns: Columns<E>) => readonly string[];
  /** The rows that a pId is unique among, when it is not the whole table. */
  readonly within?: Partial<E>;
}

interface Described<E extends Row> {
  readonly columns: Columns<E>;
  /** The row that is stored under the pId. */
  readonly stored: E | undefined;
}

/**
 * Lines that describe one row of a table each: the row is made, brought up to the line, or found to be
 * the same. What a line does not say gets its default, so a line always means the same state.
 */
export class RecordLines<T extends { pId: string }, E extends Row> implements LineType<T> {
  readonly type: string;
  readonly dto: DtoClass<T>;
  readonly dated: Dated;
  /** What is read of stored rows: what lines say. */
  private read?: TablePlan<E>;

  constructor(
    protected readonly stores: Stores,
    private readonly declaration: Declaration<T, E>,
  ) {
    this.type = declaration.type;
    this.dto = declaration.dto;
    this.dated = { entity: declaration.entity };
  }

  store(lines: readonly Line<T>[]): Promise<Outcome[]> {
    return this.storeRows(lines.map(({ value }) => this.declaration.columns(value)));
  }

  /** One outcome for each row, in order. */
  protected async storeRows(rows: readonly Columns<E>[]): Promise<Outcome[]> {
    const stored = await this.find(rows);
    const described = rows.map((columns) => ({ columns, stored: stored.get(columns.pId) }));
    const created = await this.create(described.filter((one) => one.stored === undefined));
    const outcomes: Stored[] = [];
    for (const one of described) {
      if (one.stored === undefined) {
        outcomes.push({ result: 'created', id: created.get(one.columns.pId) as number });
      } else if (isSame(one.columns, one.stored)) {
        outcomes.push({ result: 'unchanged', id: one.stored.id });
      } else {
        await this.update(one.stored, one.columns);
        outcomes.push({ result: 'updated', id: one.stored.id });
      }
    }
    await this.index(rows, outcomes);
    return outcomes;
  }

  protected async update(stored: E, columns: Columns<E>): Promise<void> {
    await this.stores.writer.update(this.declaration.entity, stored.id, withFolded(columns));
  }

  private async find(rows: readonly Columns<E>[]): Promise<Map<string, E>> {
    const { entity, within = {} } = this.declaration;
    const columns = Object.keys(rows[0] ?? {}) as (keyof E & string)[];
    this.read ??= reading<E>(columns);
    const conditions = [
      ...Object.entries(within).map(([property, value]) => is(property, value)),
      isOneOf(
        'pId',
        rows.map(({ pId }) => pId),
      ),
    ];
    const found = await this.stores.loader.where(entity, conditions, this.read);
    return new Map(found.map((row) => [row.pId, row]));
  }

  private async create(described: readonly Described<E>[]): Promise<Map<string, number>> {
    const rows = described.map(({ columns }) => withFolded(columns));
    const ids = await this.stores.writer.insert(this.declaration.entity, rows);
    return new Map(rows.map(({ pId }, index) => [pId as string, ids[index] as number]));
  }

  private async index(rows: readonly Columns<E>[], outcomes: readonly Stored[]): Promise<void> {
    const { search, searched } = this.declaration;
    const entries = outcomes.flatMap(({ result, id }, index) => {
      const columns = rows[index] as Columns<E>;
      if (result === 'unchanged') return [];
      return { id, fields: [columns.pId, columns.name, ...(searched?.(columns) ?? [])] };
    });
    await this.stores.search.put(search, entries);
  }
}

function withFolded<E extends Row>(columns: Columns<E>): Partial<E> {
  return { ...columns, nameFolded: sortKey(columns.name) } as unknown as Partial<E>;
}

function isSame<E extends Row>(columns: Columns<E>, stored: E): boolean {
  const before = stored as Readonly<Record<string, unknown>>;
  return Object.entries<unknown>(columns).every(
    ([property, value]) =>
      value === before[property] ||
      // A JSON column: both sides are made with their members in one order.
      (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(before[property])),
  );
}
