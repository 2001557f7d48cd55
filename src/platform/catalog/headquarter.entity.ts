import { Entity, Index, Unique } from 'typeorm';
import {
  FoldedColumn,
  IdColumn,
  Journaled,
  JsonColumn,
  PidColumn,
  defineSearchKind,
  VarcharColumn,
  UpdatedAtColumn,
} from '../../database';
import type { HeadquarterSeries } from './catalog-kind';

export const headquarterSearch = defineSearchKind('headquarter', 15);

/** A headquarter issues documents, and says how they are numbered. Texts are empty when not given. */
@Entity('headquarters')
@Journaled('headquarter', { area: 'util' })
@Unique(['pId'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class Headquarter {
  @IdColumn()
  id!: number;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @PidColumn()
  pId!: string;

  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @VarcharColumn(255)
  address!: string;

  @VarcharColumn(255)
  city!: string;

  /** ISO 3166-1 alpha-2. */
  @VarcharColumn(2)
  countryCode!: string;

  @VarcharColumn(255)
  state!: string;

  @VarcharColumn(255)
  postalCode!: string;

  @VarcharColumn(255)
  phone!: string;

  @VarcharColumn(254)
  email!: string;

  @VarcharColumn(255)
  vat!: string;

  /** Address of a picture. */
  @VarcharColumn(2048)
  logo!: string;

  /** As the register of companies has it; null: the name is. */
  @VarcharColumn(255, { nullable: true })
  legalName!: string | null;

  @VarcharColumn(64, { nullable: true })
  registrationNumber!: string | null;

  /** The register that the number is of, by ISO/IEC 6523. */
  @VarcharColumn(4, { nullable: true })
  registrationScheme!: string | null;

  /** Where structured documents are sent to; null: the e-mail address. */
  @VarcharColumn(255, { nullable: true })
  electronicAddress!: string | null;

  /** What kind of address that is (EAS). */
  @VarcharColumn(4, { nullable: true })
  electronicAddressScheme!: string | null;

  /** In the order of the kinds of documents, each at most once. */
  @JsonColumn()
  series!: readonly HeadquarterSeries[];
}
