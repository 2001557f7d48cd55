import type { DataSource, EntityMetadata, RelationMetadata } from 'typeorm';
import { type JournalDeclaration, findJournalDeclaration } from '../journal/journal-declaration';
import { ColumnTransformer } from './column-transformer';
import type { ColumnKind } from './column-kinds';

/** An entity class. Reads return plain objects with its properties. */
export type EntityClass<E = unknown> = new () => E;

export interface ColumnModel {
  readonly property: string;
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** Value of an insert that doesn't contain the property; otherwise undefined. */
  readonly default: unknown;
  /** The entity that a foreign key refers to. */
  readonly referencedEntity?: EntityClass;
}

/** A relation: `column` is the foreign key, on this entity (`one`) or on the target (`many`, `inverseOne`). */
export interface RelationModel {
  readonly property: string;
  readonly cardinality: 'one' | 'many' | 'inverseOne';
  readonly target: EntityModel;
  readonly column: ColumnModel;
}

/** A foreign key with ON DELETE CASCADE or SET NULL. */
export interface CascadingForeignKey {
  readonly model: EntityModel;
  readonly column: ColumnModel;
  readonly deletesRow: boolean;
}

/** TypeORM's metadata of an entity, indexed by property for reads and writes. */
export class EntityModel {
  readonly entity: EntityClass;
  readonly table: string;
  readonly columns: ReadonlyMap<string, ColumnModel>;
  /** How changes are recorded in the journal. */
  readonly journal: JournalDeclaration | undefined;
  private readonly relations = new Map<string, RelationModel>();

  constructor(
    private readonly metadata: EntityMetadata,
    readonly models: EntityModels,
  ) {
    this.entity = metadata.target as EntityClass;
    this.table = metadata.tableName;
    this.columns = new Map(
      metadata.columns.map((c) => [c.propertyName, toColumnModel(c, metadata)]),
    );
    this.journal = findJournalDeclaration(metadata.target);
  }

  /** The primary key, `id`. */
  get primaryKey(): ColumnModel {
    return this.getColumn('id');
  }

  getColumn(property: string): ColumnModel {
    const column = this.columns.get(property);
    if (!column) throw new Error(`${this.metadata.name} has no column property "${property}"`);
    return column;
  }

  getRelation(property: string): RelationModel {
    const cached = this.relations.get(property);
    if (cached) return cached;
    const metadata = this.metadata.findRelationWithPropertyPath(property);
    if (!metadata) throw new Error(`${this.metadata.name} has no relation "${property}"`);
    const relation = this.toRelationModel(metadata);
    this.relations.set(property, relation);
    return relation;
  }

  /**
   * Returns the name of the owner's relation to this part; undefined if the owner has none.
   * @param foreignKey the property of this part that holds the owner's id
   */
  findInverseProperty(foreignKey: string): string | undefined {
    const owningRelation = this.metadata.relations.find(({ joinColumns }) =>
      joinColumns.some(({ propertyName }) => propertyName === foreignKey),
    );
    return owningRelation?.inverseRelation?.propertyName;
  }

  private toRelationModel(relation: RelationMetadata): RelationModel {
    const { propertyName: property, isOwning, inverseRelation } = relation;
    const target = this.models.get(relation.inverseEntityMetadata.target as EntityClass);
    const [joinColumn] = (isOwning ? relation : inverseRelation)?.joinColumns ?? [];
    const column = (isOwning ? this : target).getColumn(joinColumn?.propertyName ?? '');
    if (isOwning) return { property, cardinality: 'one', target, column };
    return { property, cardinality: relation.isOneToMany ? 'many' : 'inverseOne', target, column };
  }
}

/** The models of a data source's entities, created on first use. */
export class EntityModels {
  private readonly models = new Map<unknown, EntityModel>();
  private readonly cascadingForeignKeys = new Map<EntityModel, readonly CascadingForeignKey[]>();

  constructor(private readonly dataSource: DataSource) {}

  get(entity: EntityClass): EntityModel {
    let model = this.models.get(entity);
    if (!model) {
      model = new EntityModel(this.dataSource.getMetadata(entity), this);
      this.models.set(entity, model);
    }
    return model;
  }

  /** Returns the foreign keys whose rows are deleted or changed along with an entity's records. */
  listCascadingKeys(model: EntityModel): readonly CascadingForeignKey[] {
    const cached = this.cascadingForeignKeys.get(model);
    if (cached) return cached;
    const found = this.dataSource.entityMetadatas.flatMap(({ target, foreignKeys }) =>
      foreignKeys
        .filter(({ onDelete }) => onDelete === 'CASCADE' || onDelete === 'SET NULL')
        .filter(({ referencedEntityMetadata }) => referencedEntityMetadata.target === model.entity)
        .map(({ columns, onDelete }) => {
          const referencingModel = this.get(target as EntityClass);
          const column = referencingModel.getColumn(columns[0]?.propertyName ?? '');
          return { model: referencingModel, column, deletesRow: onDelete === 'CASCADE' };
        }),
    );
    this.cascadingForeignKeys.set(model, found);
    return found;
  }
}

function toColumnModel(
  column: EntityMetadata['columns'][number],
  { name, foreignKeys }: EntityMetadata,
): ColumnModel {
  const { propertyName: property, databaseName, isNullable, transformer } = column;
  if (!(transformer instanceof ColumnTransformer))
    throw new Error(`${name}.${property} isn't declared with a column preset`);
  const foreignKey = foreignKeys.find(({ columns }) => columns[0] === column);
  return {
    property,
    name: databaseName,
    kind: transformer.kind,
    nullable: isNullable,
    default: transformer.defaultValue,
    ...(foreignKey && {
      referencedEntity: foreignKey.referencedEntityMetadata.target as EntityClass,
    }),
  };
}
