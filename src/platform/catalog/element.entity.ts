import { Entity, Index, Unique } from 'typeorm';
import {
  FoldedColumn,
  Journaled,
  JsonColumn,
  defineSearchKind,
  VarcharColumn,
  ResourceEntity,
} from '../../database';
import { type ElementKind, elementKinds, type PaymentMeans } from './catalog-kind';

export const elementSearch = defineSearchKind('catalogElement', 13);

/** A record of the catalog that others refer to, such as a product, a category or a warehouse. The pId is unique by kind. */
@Entity('elements')
@Journaled(
  { discriminator: 'kind', kinds: elementKinds.map((kind) => [kind, kind]) },
  {
    area: 'util',
    fieldNames: { kind: null },
  },
)
@Unique(['kind', 'pId'])
@Index(['kind', 'nameFolded'])
@Index(['kind', 'id', 'pId'])
@Index(['kind', 'updatedAt'])
export class CatalogElement extends ResourceEntity {
  @VarcharColumn(20)
  kind!: ElementKind;

  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @VarcharColumn(255)
  sku!: string;

  /** URL of an image. */
  @VarcharColumn(2048)
  image!: string;

  /** The means of payment of a payment system, for structured invoices. */
  @JsonColumn({ nullable: true })
  paymentMeans!: PaymentMeans | null;
}
