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

/** A headquarter, which issues documents and defines how they are numbered. Missing texts are empty. */
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

  /** URL of an image. */
  @VarcharColumn(2048)
  logo!: string;

  /** The name in the register of companies; null if it is the same as `name`. */
  @VarcharColumn(255, { nullable: true })
  legalName!: string | null;

  @VarcharColumn(64, { nullable: true })
  registrationNumber!: string | null;

  /** The register of the number, as an ISO/IEC 6523 code. */
  @VarcharColumn(4, { nullable: true })
  registrationScheme!: string | null;

  /** Address for structured documents; null for the e-mail address. */
  @VarcharColumn(255, { nullable: true })
  electronicAddress!: string | null;

  /** Scheme of the electronic address (EAS). */
  @VarcharColumn(4, { nullable: true })
  electronicAddressScheme!: string | null;

  /** At most one series per kind of document, in the order of the kinds. */
  @JsonColumn()
  series!: readonly HeadquarterSeries[];

  /** How its invoicing records are kept: `test` or `on`; null is off. Only the area verifactu changes it. */
  @VarcharColumn(4, { nullable: true })
  verifactu!: 'test' | 'on' | null;
}
