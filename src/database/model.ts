import { getMetadataArgsStorage } from 'typeorm';
import type { RelationMetadataArgs } from 'typeorm/metadata-args/RelationMetadataArgs';
import { type ColumnDeclaration, declaredColumns } from './columns';

/** An entity class. Reads give plain objects of its shape. */
export type Entity<E = unknown> = new () => E;

export type ColumnModel = ColumnDeclaration;

/** A relation: `column` is the foreign key, on this entity (`one`) or on the target (`many`, `inverseOne`). */
export interface RelationModel {
  readonly property: string;
  readonly cardinality: 'one' | 'many' | 'inverseOne';
  readonly target: EntityModel;
  readonly column: ColumnModel;
}

/** What reads and writes need to know of an entity, out of its decorators. */
export class EntityModel {
  readonly table: string;
  readonly columns: ReadonlyMap<string, ColumnModel>;
  private readonly relations = new Map<string, RelationModel>();

  constructor(readonly entity: Entity) {
    const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
    if (typeof table?.name !== 'string')
      throw new Error(`${entity.name} has no @Entity('table_name')`);
    this.table = table.name;
    const own = declaredColumns().filter(({ target }) => isDeclaredOn(entity, target));
    this.columns = new Map(own.map((column) => [column.property, column]));
  }

  /** The primary key, `id`. */
  get key(): ColumnModel {
    return this.column('id');
  }

  column(property: string): ColumnModel {
    const column = this.columns.get(property);
    if (!column) throw new Error(`${this.entity.name} has no column property "${property}"`);
    return column;
  }

  /** Found on first use: entities of a cycle refer to each other before both are declared. */
  relation(property: string): RelationModel {
    const known = this.relations.get(property);
    if (known) return known;
    const args = relationArgs(this.entity, property);
    if (!args) throw new Error(`${this.entity.name} has no relation "${property}"`);
    const relation = this.describe(args);
    this.relations.set(property, relation);
    return relation;
  }

  private describe(args: RelationMetadataArgs): RelationModel {
    const target = modelOf(targetOf(args));
    const { propertyName: property } = args;
    if (
      args.relationType === 'many-to-one' ||
      (args.relationType === 'one-to-one' && isOwner(args))
    ) {
      return { property, cardinality: 'one', target, column: this.column(`${property}Id`) };
    }
    const column = target.column(`${inverseProperty(args)}Id`);
    const cardinality = args.relationType === 'one-to-many' ? 'many' : 'inverseOne';
    return { property, cardinality, target, column };
  }
}

const models = new Map<Entity, EntityModel>();

/** The model of an entity; made once. */
export function modelOf(entity: Entity): EntityModel {
  let model = models.get(entity);
  if (!model) models.set(entity, (model = new EntityModel(entity)));
  return model;
}

function isDeclaredOn(entity: Entity, target: unknown): boolean {
  return target === entity || (typeof target === 'function' && entity.prototype instanceof target);
}

function relationArgs(entity: Entity, property: string): RelationMetadataArgs | undefined {
  return getMetadataArgsStorage().relations.find(
    (relation) => relation.propertyName === property && isDeclaredOn(entity, relation.target),
  );
}

/** The side with the foreign key: it has the `<relation>Id` column. */
function isOwner({ target, propertyName }: RelationMetadataArgs): boolean {
  return declaredColumns().some(
    (column) => column.property === `${propertyName}Id` && column.target === target,
  );
}

function targetOf({ type, propertyName }: RelationMetadataArgs): Entity {
  const target: unknown = typeof type === 'function' ? (type as () => unknown)() : type;
  if (typeof target !== 'function')
    throw new Error(`The relation "${propertyName}" names no class`);
  return target as Entity;
}

function inverseProperty({ inverseSideProperty, propertyName }: RelationMetadataArgs): string {
  if (typeof inverseSideProperty === 'string') return inverseSideProperty;
  const names = new Proxy({}, { get: (_, name) => name });
  const name: unknown = inverseSideProperty?.(names);
  if (typeof name !== 'string')
    throw new Error(`The relation "${propertyName}" names no inverse side`);
  return name;
}
