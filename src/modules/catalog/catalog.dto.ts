import {
  CountryCode,
  Email,
  ListOf,
  OneOf,
  PublicId,
  Rate,
  Reference,
  type ReferenceDto,
  Text,
} from '../../api';
import { type SeriesDocument, seriesDocuments } from './catalog-kind';

export class ElementLineDto {
  @PublicId()
  pId!: string;

  @Text({ max: 255 })
  name!: string;

  @Text({ max: 255, default: '' })
  sku!: string;

  @Text({ max: 2048, default: '' })
  image!: string;
}

export class ZoneLineDto {
  @PublicId()
  pId!: string;

  @CountryCode()
  countryCode!: string;

  @Text({ max: 255 })
  name!: string;

  @Reference({ optional: true })
  parent?: ReferenceDto | null;
}

export class ChannelLineDto {
  @PublicId()
  pId!: string;

  @Text({ max: 255 })
  name!: string;
}

export class HeadquarterSeriesDto {
  @OneOf(seriesDocuments)
  document!: SeriesDocument;

  @Text({ max: 100, optional: true, description: 'Absent: letter, headquarter and year' })
  prefix?: string;

  @Text({ max: 100, default: '' })
  suffix!: string;
}

export class HeadquarterLineDto {
  @PublicId()
  pId!: string;

  @Text({ max: 255 })
  name!: string;

  @Text({ max: 255, default: '' })
  address!: string;

  @Text({ max: 255, default: '' })
  city!: string;

  @CountryCode({ optional: true })
  countryCode?: string | null;

  @Text({ max: 255, default: '' })
  state!: string;

  @Text({ max: 255, default: '' })
  postalCode!: string;

  @Text({ max: 255, default: '' })
  phone!: string;

  @Email({ optional: true })
  email?: string;

  @Text({ max: 255, default: '' })
  vat!: string;

  @Text({ max: 2048, default: '' })
  logo!: string;

  @ListOf(() => HeadquarterSeriesDto, { optional: true, unique: ['document'] })
  series?: HeadquarterSeriesDto[];
}

export class TaxLineDto {
  @PublicId()
  pId!: string;

  @Text({ max: 255 })
  name!: string;

  @Rate()
  rate!: number;

  @Rate({ default: 0 })
  reRate!: number;
}
