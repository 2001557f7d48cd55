import { Entity, Index, Unique } from 'typeorm';
import { Folded, Id, Json, Pid, searchKind, Varchar } from '../../database';
import type { HeadquarterSeries } from './catalog-kind';

export const headquarterSearch = searchKind('headquarter', 15);

/** A headquarter: who documents are issued by, and how they are numbered. Texts are empty when not given. */
@Entity('headquarters')
@Unique(['pId'])
@Index(['nameFolded'])
export class Headquarter {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  @Varchar(255)
  address!: string;

  @Varchar(255)
  city!: string;

  /** ISO 3166-1 alpha-2. */
  @Varchar(2)
  countryCode!: string;

  @Varchar(255)
  state!: string;

  @Varchar(255)
  postalCode!: string;

  @Varchar(255)
  phone!: string;

  @Varchar(254)
  email!: string;

  @Varchar(255)
  vat!: string;

  /** Address of a picture. */
  @Varchar(2048)
  logo!: string;

  /** In the order of the kinds of documents, each at most once. */
  @Json()
  series!: readonly HeadquarterSeries[];
}
