import { Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import { Bool, Double, Folded, Id, LongText, Pid, Ref, searchKind, Varchar } from '../../database';
import { Zone } from '../catalog';

export const locationSearch = searchKind('location', 5);

/** A physical location: a shop, a pick-up point (specification, Physical location record). */
@Entity('physical_locations')
@Unique(['pId'])
@Index(['zoneId'])
@Index(['nameFolded'])
export class PhysicalLocation {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  @Bool()
  active!: boolean;

  @Bool()
  visibleOnMap!: boolean;

  @Varchar(255)
  address!: string;

  @Varchar(255)
  city!: string;

  @Varchar(255)
  state!: string;

  @Varchar(255)
  postalCode!: string;

  /** ISO 3166-1 alpha-2. */
  @Varchar(2)
  countryCode!: string;

  /** `LOCATIONID`: the zone of the country that it stands in. */
  @Ref(() => Zone, { onDelete: 'RESTRICT', nullable: true })
  zoneId!: number | null;

  /** Degrees, north positive. */
  @Double()
  latitude!: number;

  /** Degrees, east positive. */
  @Double()
  longitude!: number;

  @Varchar(255)
  phone!: string;

  @Varchar(254)
  email!: string;

  /** Where the store writes to about the location. */
  @Varchar(254)
  notificationEmail!: string;

  @OneToMany(() => PhysicalLocationText, (text) => text.location)
  languages!: Relation<PhysicalLocationText>[];
}

/** What a physical location shows in one language. */
@Entity('physical_location_texts')
@Unique(['locationId', 'languageCode'])
export class PhysicalLocationText {
  @Id()
  id!: number;

  @Ref(() => PhysicalLocation, { onDelete: 'CASCADE' })
  locationId!: number;

  @ManyToOne(() => PhysicalLocation, (location) => location.languages)
  @JoinColumn({ name: 'location_id' })
  location!: Relation<PhysicalLocation>;

  @Varchar(2)
  languageCode!: string;

  @LongText()
  information!: string;

  @Varchar(255)
  bannerAlt!: string;

  /** Address of a picture. */
  @Varchar(2048)
  bannerImage!: string;

  /** Where the banner leads to. */
  @Varchar(2048)
  destinationUrl!: string;

  /** Whether search engines may follow that link. */
  @Bool()
  linkFollowing!: boolean;
}
