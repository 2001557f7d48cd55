import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  DoubleColumn,
  FoldedColumn,
  Journaled,
  LongTextColumn,
  PartOfRecord,
  ForeignKeyColumn,
  defineSearchKind,
  VarcharColumn,
  ResourceEntity,
  LocalizedTextEntity,
} from '../../database';
import { Zone } from '../../platform/catalog';

export const locationSearchKind = defineSearchKind('location', 5);

/** A physical location: a shop, a pick-up point (specification, Physical location record). */
@Entity('physical_locations')
@Journaled('location', { area: 'locations', fieldNames: { zoneId: 'locationId' } })
@Unique(['pId'])
@Index(['zoneId'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class PhysicalLocation extends ResourceEntity {
  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @BoolColumn()
  active!: boolean;

  @BoolColumn()
  visibleOnMap!: boolean;

  @VarcharColumn(255)
  address!: string;

  @VarcharColumn(255)
  city!: string;

  @VarcharColumn(255)
  state!: string;

  @VarcharColumn(255)
  postalCode!: string;

  /** ISO 3166-1 alpha-2. */
  @VarcharColumn(2)
  countryCode!: string;

  /** `LOCATIONID`: the zone of the country in which the location is. */
  @ForeignKeyColumn(() => Zone, { onDelete: 'RESTRICT', nullable: true })
  zoneId!: number | null;

  /** Degrees, north positive. */
  @DoubleColumn()
  latitude!: number;

  /** Degrees, east positive. */
  @DoubleColumn()
  longitude!: number;

  @VarcharColumn(255)
  phone!: string;

  @VarcharColumn(254)
  email!: string;

  /** E-mail address for the store's messages about the location. */
  @VarcharColumn(254)
  notificationEmail!: string;

  @OneToMany(() => PhysicalLocationText, (text) => text.location)
  languages!: Relation<PhysicalLocationText>[];
}

/** The texts of a physical location in one language. */
@Entity('physical_location_texts')
@PartOfRecord('locationId')
@Unique(['locationId', 'languageCode'])
export class PhysicalLocationText extends LocalizedTextEntity {
  @ForeignKeyColumn(() => PhysicalLocation, { onDelete: 'CASCADE' })
  locationId!: number;

  @ManyToOne(() => PhysicalLocation, (location) => location.languages)
  location!: Relation<PhysicalLocation>;

  @LongTextColumn()
  information!: string;

  @VarcharColumn(255)
  bannerAlt!: string;

  /** URL of the banner image. */
  @VarcharColumn(2048)
  bannerImage!: string;

  /** Target URL of the banner. */
  @VarcharColumn(2048)
  destinationUrl!: string;

  /** Whether search engines may follow the banner's link. */
  @BoolColumn()
  linkFollowing!: boolean;
}
