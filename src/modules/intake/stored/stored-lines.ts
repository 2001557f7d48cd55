import type { DtoClass } from '../../../api';
import { defineError, ReferenceNotFound } from '../../../core/errors';
import { type Entity, isOneOf, type Patch, type Stores } from '../../../database';
import type { Dated } from '../change-times';
import { canonicalJson } from '../fingerprint';
import { type Line, type LineType, type Outcome, rejection } from '../line-type';
import type { Row } from './fields';
import { Ids } from './names';
import { PartWriter } from './part-writer';
import { changed, readRow, type ReadTree, readTree, timed } from './reading';
import { dtoOf, type Shape, type Tree } from './shape';
import { siblingsOf, treesOf } from './trees';

/** 409: what is stored differs from the line, and can't be changed. */
const StoredDiffers = defineError<{ type: string; id: number }>({
  code: 'stored.differs',
  status: 409,
  title: 'What is stored is different, and does not change',
  remedy: 'Compare the two; only its operations change what is stored.',
  detail: ({ type }) => `A different ${type} of that name is already stored, and does not change.`,
  extension: ({ id }) => ({ existingId: id }),
});

/** Lines of what only operations make. */
export interface StoredDeclaration extends Shape {
  readonly type: string;
  /** The properties that identify a record. */
  readonly key: readonly string[];
  /** See `LineType.isForOperator`. */
  readonly isForOperator?: boolean;
  /** See `LineType.givesRights`. */
  readonly givesRights?: boolean;
  /** Whether lines are about records that lines of another type have made. */
  readonly isOfOther?: boolean;
  /** Whether a stored record stays as it was made. */
  readonly isFixed?: boolean;
  /** Names of the parts of such a record that change all the same. */
  readonly changing?: (row: Row) => readonly string[];
  /** See `LineType.dated`. */
  readonly dated?: Dated;
  /** Further columns of a new record. */
  readonly initial?: (row: Row) => Row;
  /** What a record gets with a change, besides what the line says. @param changes columns of the record itself */
  readonly touched?: (changes: Row) => Patch<Row>;
  /** Members that name earlier lines of the same type; see `LineType.refersTo`. */
  readonly refersTo?: (value: Row) => readonly string[];
  /** Called inside the unit of work with records that are about to be changed. */
  readonly before?: (stores: Stores, ids: readonly number[]) => Promise<void>;
  /** Called inside the unit of work with records that were made or changed. */
  readonly after?: (stores: Stores, ids: readonly number[]) => Promise<void>;
}

interface Stored extends Row {
  readonly id: number;
}

interface Judged {
  readonly at: number;
  readonly value: Row;
  readonly row: Row;
  readonly tree: Tree | undefined;
}

/** Lines that say what is stored, column by column: they need the scope `*`. */
export class StoredLines implements LineType<Row> {
  readonly type: string;
  readonly dto: DtoClass<Row>;
  readonly scope = '*';
  readonly isForOperator: boolean;
  readonly givesRights: boolean;
  readonly dated?: Dated;

  constructor(
    private readonly stores: Stores,
    private readonly declaration: StoredDeclaration,
  ) {
    this.type = declaration.type;
    this.isForOperator = declaration.isForOperator ?? false;
    this.givesRights = declaration.givesRights ?? false;
    this.dto = dtoFor(declaration);
    if (declaration.dated) this.dated = declaration.dated;
  }

  keyOf(value: Row): string {
    const { fields, key } = this.declaration;
    const named = fields.filter(({ columns }) => columns.some((one) => key.includes(one)));
    return canonicalJson(named.map(({ name }) => value[name] ?? null));
  }

  refersTo(value: Row): readonly string[] {
    return this.declaration.refersTo?.(value) ?? [];
  }

  async store(lines: readonly Line<Row>[]): Promise<Outcome[]> {
    const { stores, declaration } = this;
    const ids = new Ids(stores.loader);
    const values = lines.map(({ value }) => value);
    const rows = await ids.settled(() =>
      values.map((value) => {
        // Only looks up what parts refer to: their places are known when they are written.
        readTree(declaration, value, { ids, siblings: anySiblings, pointer: '' });
        return readRow(declaration, value, { ids, siblings: anySiblings, pointer: '' });
      }),
    );
    const trees = await this.stored(rows);
    const judged = values.map((value, at): Judged => {
      const row = rows[at] as Row;
      return { at, value, row, tree: trees.get(this.nameOf(row)) };
    });
    const outcomes: Outcome[] = [];
    const others: (Judged & { id: number; isNew: boolean })[] = [];
    for (const one of judged) {
      const settled = this.settled(one, ids);
      if (settled) outcomes[one.at] = settled;
      else others.push({ ...one, id: 0, isNew: one.tree === undefined });
    }
    await this.write(others, ids);
    for (const { at, id, isNew } of others) {
      outcomes[at] = { result: isNew ? 'created' : 'updated', id };
    }
    return outcomes;
  }

  /** The outcome of a line that changes nothing. */
  private settled({ value, row, tree }: Judged, ids: Ids): Outcome | undefined {
    const { declaration, type } = this;
    if (!tree) return declaration.isOfOther ? this.missing(value) : undefined;
    const id = tree.row['id'] as number;
    const siblings = siblingsOf(tree);
    const said = readTree(declaration, value, { ids, siblings, pointer: '' }, tree);
    if (isSame(declaration, said, tree)) return { result: 'unchanged', id };
    if (!declaration.isFixed) return undefined;
    const changing = declaration.changing?.(row) ?? [];
    const parts = declaration.parts?.filter(({ name }) => !changing.includes(name)) ?? [];
    const hasChanged = !isSame({ ...declaration, parts }, said, tree);
    return hasChanged ? rejection(new StoredDiffers({ type, id })) : undefined;
  }

  private missing(value: Row): Outcome {
    const error = new ReferenceNotFound({
      resource: this.type,
      pointer: '',
      reference: this.keyOf(value),
    });
    return rejection(error);
  }

  private async write(
    judged: (Judged & { id: number; isNew: boolean })[],
    ids: Ids,
  ): Promise<void> {
    const { stores, declaration } = this;
    const entity = declaration.entity as Entity<Row>;
    const fresh = judged.filter(({ isNew }) => isNew);
    const known = judged.flatMap(({ tree }) => (tree ? (tree.row['id'] as number) : []));
    await declaration.before?.(stores, known);
    const made = await stores.writer.insert(
      entity,
      fresh.map(({ row }) => ({ ...declaration.initial?.(row), ...row })),
    );
    fresh.forEach((one, at) => (one.id = made[at] as number));
    for (const one of judged) {
      if (one.tree === undefined) continue;
      one.id = one.tree.row['id'] as number;
      const said = changed(declaration, one.row, one.tree.row);
      const changes = timed({ ...said, ...declaration.touched?.(said) }, one.row);
      if (Object.keys(changes).length > 0) {
        await stores.writer.update(entity, one.id, changes);
      }
    }
    const writer = new PartWriter(stores, ids);
    await writer.write(declaration, judged);
    await declaration.after?.(
      stores,
      judged.map(({ id }) => id),
    );
  }

  private get hasLock(): boolean {
    const { models } = this.stores.database;
    return models.of(this.declaration.entity).columns.has('lockCount');
  }

  /** The stored records that rows are about, by what identifies them. */
  private async stored(rows: readonly Row[]): Promise<Map<string, Tree>> {
    const { declaration, stores } = this;
    const { entity, key } = declaration;
    const conditions = key.map((property) =>
      isOneOf(property, [...new Set(rows.map((row) => row[property]))] as never),
    );
    const found = await stores.loader.ids(entity as Entity<Stored>, conditions);
    if (this.hasLock) await stores.writer.lock(entity, found);
    const trees = await treesOf(stores.loader, declaration, found);
    return new Map(trees.map((tree) => [this.nameOf(tree.row), tree]));
  }

  private nameOf(row: Row): string {
    return canonicalJson(this.declaration.key.map((property) => row[property] ?? null));
  }
}

const dtos = new Map<string, DtoClass<Row>>();

/** One class per type, however often its lines are made. */
function dtoFor(declaration: StoredDeclaration): DtoClass<Row> {
  const { type } = declaration;
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}LineDto`;
  const dto = dtos.get(type) ?? (dtoOf(name, declaration) as DtoClass<Row>);
  dtos.set(type, dto);
  return dto;
}

const anySiblings = { placeOf: () => 0, idAt: () => 0 };

function isSame(shape: Shape, { row, parts }: ReadTree, stored: Tree): boolean {
  if (Object.keys(changed(shape, row, stored.row)).length > 0) return false;
  return (shape.parts ?? []).every((part) => {
    const said = parts.get(part.name) ?? [];
    const others = stored.parts.get(part.name) ?? [];
    return (
      said.length === others.length &&
      said.every((one, place) => isSame(part, one, others[place] as Tree))
    );
  });
}
