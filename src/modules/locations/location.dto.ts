import {
  CountryCode,
  UpdateType,
  LanguageTextUpdateType,
  Email,
  SchemaExample,
  Flag,
  Float,
  Int,
  LanguageCode,
  LanguageTexts,
  PublicId,
  Reference,
  type ReferenceDto,
  SearchQuery,
  Sort,
  Name,
  Text,
} from '../../api';

export class LocationTextDto {
  @LanguageCode()
  languageCode!: string;

  @Text({ max: 65_535, default: '', example: 'Open from 9 to 20' })
  information!: string;

  @Text({ max: 255, default: '', isExtension: true })
  bannerAlt!: string;

  @Text({ max: 2048, default: '', isExtension: true, description: 'URL of the banner image' })
  bannerImage!: string;

  @Text({ max: 2048, default: '', isExtension: true, description: 'Target URL of the banner' })
  destinationUrl!: string;

  @Flag({
    default: false,
    isExtension: true,
    description: "Whether search engines may follow the banner's link",
  })
  linkFollowing!: boolean;
}

export class UpdateLocationTextDto extends LanguageTextUpdateType(LocationTextDto) {}

@SchemaExample({
  pId: 'gran-via',
  name: 'Gran Vía',
  countryCode: 'ES',
  active: true,
  visibleOnMap: true,
  address: 'Gran Vía 12',
  city: 'Madrid',
  postalCode: '28013',
  latitude: 40.42,
  longitude: -3.702,
  email: 'gran-via@example.com',
  languages: [{ languageCode: 'en', information: 'Open from 9 to 20' }],
})
export class CreateLocationDto {
  @PublicId({ example: 'gran-via' })
  pId!: string;

  @CountryCode()
  countryCode!: string;

  @Name({ max: 255, default: '', example: 'Gran Vía', description: 'Internal name' })
  name!: string;

  @Flag({ default: false })
  active!: boolean;

  @Flag({ default: false })
  visibleOnMap!: boolean;

  @Text({ max: 255, default: '' })
  address!: string;

  @Text({ max: 255, default: '' })
  city!: string;

  @Text({ max: 255, default: '' })
  state!: string;

  @Text({ max: 255, default: '' })
  postalCode!: string;

  /** `LOCATIONID` in the specification: the id of the zone in which the location is, not the id of a location. */
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Internal identifier of a zone of the country; 0 means no zone',
  })
  locationId!: number;

  @Float({ min: -90, max: 90, default: 0, description: 'Degrees, north positive' })
  latitude!: number;

  @Float({ min: -180, max: 180, default: 0, description: 'Degrees, east positive' })
  longitude!: number;

  @Text({ max: 255, default: '' })
  phone!: string;

  @Email({ default: '' })
  email!: string;

  @Email({ default: '', description: "Address for the store's messages about the location" })
  notificationEmail!: string;

  @LanguageTexts(() => LocationTextDto)
  languages?: LocationTextDto[];
}

/** A location as an import record, whose zone can be a reference. */
export class LocationImportDto extends CreateLocationDto {
  @Reference({ optional: true, description: 'The zone of the country, instead of locationId' })
  zone?: ReferenceDto | null;
}

@SchemaExample({ phone: '+34 910 000 000' })
export class UpdateLocationDto extends UpdateType(CreateLocationDto, [], ['languages']) {
  @LanguageTexts(() => UpdateLocationTextDto)
  languages?: UpdateLocationTextDto[];
}

export class LocationQuery extends SearchQuery {
  @LanguageCode({ optional: true, description: 'Only the texts of this language' })
  languageCode?: string;

  @Sort(['id', 'pId', 'name'], { isExtension: true })
  sort!: string;
}
