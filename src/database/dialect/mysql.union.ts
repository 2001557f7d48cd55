import type { ColumnKindName } from '../schema/column-kinds';
import type { RawRow, SelectClauses, Statement } from './connection';

/** SELECTs with more parameters find many rows. The server then works on them in parallel, on several connections. */
const MAX_UNION_PARAMS = 64;

const MAX_CACHED_UNIONS = 2000;

/** Type of each kind of column. Columns of one type can share a column of a union without a change of their values. */
const unionTypeByColumnKind: Readonly<Record<ColumnKindName, string>> = {
  id: 'integer',
  int: 'integer',
  smallInt: 'integer',
  bigInt: 'integer',
  bool: 'integer',
  double: 'double',
  instant: 'instant',
  pid: 'varchar',
  varchar: 'varchar',
  longText: 'longtext',
  json: 'longtext',
};

const textTypes: ReadonlySet<string> = new Set(['varchar', 'longtext']);

/** Stores that were moved between MySQL and MariaDB may have columns of several collations, which can't share a column. */
const COLLATE_CLAUSE = 'COLLATE utf8mb4_bin';

/** Combines the SELECTs of a step into one statement, because each statement costs a round trip to the server. */
export class UnionCache {
  private readonly unions = new Map<string, UnionStatement>();

  /** Returns the union of small SELECTs; undefined if there is only one, or if they can't be combined. */
  findOrCreate(statements: readonly Statement[]): UnionStatement | undefined {
    if (statements.length < 2) return undefined;
    let paramCount = 0;
    let cacheKey = '';
    for (const { sql, params: statementParams, select } of statements) {
      if (!select || (paramCount += statementParams.length) > MAX_UNION_PARAMS) return undefined;
      cacheKey += sql;
    }
    const known = this.unions.get(cacheKey);
    if (known) return known;
    const union = new UnionStatement(statements.flatMap(({ select }) => select ?? []));
    if (this.unions.size >= MAX_CACHED_UNIONS) this.unions.clear();
    this.unions.set(cacheKey, union);
    return union;
  }
}

/** `SELECT 0, a, b, NULL ... UNION ALL SELECT 1, NULL, c, d ...` */
export class UnionStatement {
  readonly sql: string;
  /** For each SELECT: where its columns are in a row of the union. */
  private readonly positions: readonly (readonly number[])[];

  constructor(private readonly selects: readonly SelectClauses[]) {
    const types: string[] = [];
    this.positions = selects.map((select) => assignPositions(select, types));
    this.sql = selects
      .map((select, index) => this.createSelect(select, index, types))
      .join(' UNION ALL ');
  }

  /** Returns the rows of each SELECT, by ascending id. */
  split(rows: readonly RawRow[]): RawRow[][] {
    const results = this.selects.map((): RawRow[] => []);
    for (const row of rows) {
      const index = Number(row[0]);
      const values = this.positions[index]?.map((at) => row[at] ?? null) ?? [];
      results[index]?.push(values);
    }
    return results.map((found, index) => sortById(found, this.selects[index]?.idIndex ?? 0));
  }

  private createSelect(
    { columns, from }: SelectClauses,
    index: number,
    types: readonly string[],
  ): string {
    const values = [String(index), ...types.map(() => 'NULL')];
    for (const [columnIndex, { sql, kind }] of columns.entries()) {
      const position = this.positions[index]?.[columnIndex] ?? 0;
      values[position] = textTypes.has(unionTypeByColumnKind[kind])
        ? `${sql} ${COLLATE_CLAUSE}`
        : sql;
    }
    return `SELECT ${values.join(', ')} FROM ${from}`;
  }
}

/**
 * Assigns a position in the rows of a union to each column. The number of the SELECT is at 0.
 * @param types types of the union's other columns; receives the missing ones
 */
function assignPositions({ columns }: SelectClauses, types: string[]): number[] {
  const used = new Set<number>();
  return columns.map(({ kind }) => {
    const type = unionTypeByColumnKind[kind];
    let columnPosition = types.findIndex((other, index) => other === type && !used.has(index));
    if (columnPosition < 0) columnPosition = types.push(type) - 1;
    used.add(columnPosition);
    return columnPosition + 1;
  });
}

function sortById(rows: RawRow[], idIndex: number): RawRow[] {
  return rows.sort((one, other) => Number(one[idIndex]) - Number(other[idIndex]));
}
