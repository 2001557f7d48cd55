import { Column, ForeignKey, getMetadataArgsStorage, PrimaryColumn } from 'typeorm';
import { UPDATED_AT_PROPERTY } from './updated-at-column';
import { type ColumnKind, columnKinds } from './column-kinds';
import type { EntityClass } from './model';
import { toSnakeCase } from './sql-names';
import { ColumnTransformer } from './column-transformer';

/** What every preset takes. */
export interface ColumnOptions {
  /** The value in memory is then null, never undefined. */
  readonly nullable?: boolean;
  /** Written by an insert that does not name the property; the schema knows no defaults. */
  readonly default?: unknown;
}

export interface RefOptions extends ColumnOptions {
  readonly onDelete: 'CASCADE' | 'RESTRICT' | 'SET NULL';
}

function declareColumn(kind: ColumnKind, options: ColumnOptions = {}): PropertyDecorator {
  return (prototype, key) => {
    const column = {
      name: toSnakeCase(String(key)),
      transformer: new ColumnTransformer(kind, options.default),
    };
    // The type is the dialect's: StoreDataSource puts it in.
    if (kind.name === 'id')
      PrimaryColumn({ ...column, type: 'integer', generated: 'increment' })(prototype, key);
    else
      Column({ ...column, type: 'varchar', nullable: options.nullable ?? false })(prototype, key);
  };
}

/** The numeric key: given by the database, never used again after a delete. */
export const IdColumn = (): PropertyDecorator => declareColumn(columnKinds.id);

/** A public identifier: up to 255 characters, compared byte for byte on every engine. */
export const PidColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.pid, options);

/** Text of at most `length` code points, compared byte for byte. */
export const VarcharColumn = (length: number, options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.varchar(length), options);

/** Text of any length; not to be sorted or filtered by. */
export const LongTextColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.longText, options);

/** A folded form (core/text) to sort, search or compare by. */
export const FoldedColumn = (length = 190, options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.varchar(length), options);

export const BoolColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.bool, options);

/** 32 bits. */
export const IntColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.int, options);

/** 16 bits: codes and states. */
export const SmallIntColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.smallInt, options);

/** An integer within ±(2^53 - 1). */
export const BigInt53Column = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.bigInt, options);

/** An amount in ten-thousandths (core/money). */
export const MoneyColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.units(4), options);

/** A percentage in millionths (core/money). */
export const RateColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.units(6), options);

/** A quantity in thousandths (core/money). */
export const QuantityColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.units(3), options);

/** A double, for what is measured: weights, coordinates. Never for money. */
export const DoubleColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.double, options);

/** An instant in UTC with milliseconds; a `Date` in memory. Years 1000 to 9999. */
export const InstantColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.instant, options);

/** An instant that keeps the offset it came with: ISO 8601 text. Does not sort by time. */
export const OffsetInstantColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.offsetInstant, options);

/** A JSON document (text in the database, on every engine). */
export const JsonColumn = (options?: ColumnOptions): PropertyDecorator =>
  declareColumn(columnKinds.json, options);

/**
 * The time of the record's last change, on a property of the name `updatedAt`: written by itself with all that changes
 * the record or its parts (change-times.ts). Never null, but for the moment in which a migration adds it.
 */
export const UpdatedAtColumn = (): PropertyDecorator =>
  declareColumn(columnKinds.instant, { nullable: true });

/** 1 or NULL: under a plain UNIQUE it means "at most one", alike on both engines. */
export const NullableFlagColumn = (): PropertyDecorator =>
  declareColumn(columnKinds.smallInt, { nullable: true, default: null });

/**
 * Goes up whenever a unit of work relies on the record without changing it (`Writer.lock`); on a property of the name
 * `lockCount`. Null, as it is in rows that nobody has relied on yet, counts as 0.
 */
export const LockCountColumn = (): PropertyDecorator =>
  declareColumn(columnKinds.bigInt, { nullable: true });

/** The key of another record, with its foreign key. The `@ManyToOne` to it needs no column of its own. */
export function RefColumn(entity: () => EntityClass, options: RefOptions): PropertyDecorator {
  return (prototype, key) => {
    declareColumn(columnKinds.bigInt, options)(prototype, key);
    ForeignKey(entity, { onDelete: options.onDelete })(prototype, key);
  };
}

/** A column as its entity declares it. */
export interface DeclaredColumn {
  readonly property: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
}

/** The columns of an entity but for its `id` and its lock count, in the order of their declaration. */
export function declaredColumns(entity: EntityClass): DeclaredColumn[] {
  return getMetadataArgsStorage()
    .filterColumns(entity)
    .flatMap(({ propertyName: property, options: { transformer, nullable = false } }) => {
      const isOwn = property !== 'id' && property !== 'lockCount';
      if (!isOwn || !(transformer instanceof ColumnTransformer)) return [];
      return { property, kind: transformer.kind, nullable };
    });
}

/** Whether the records of an entity keep the time of their last change. */
export function hasUpdatedAtColumn(entity: EntityClass): boolean {
  return declaredColumns(entity).some(({ property }) => property === UPDATED_AT_PROPERTY);
}
