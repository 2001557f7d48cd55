import {
  Code,
  CountryCode,
  Email,
  ListOf,
  Name,
  Nested,
  OneOf,
  PublicId,
  Rate,
  Reference,
  type ReferenceDto,
  Text,
} from '../../api';
import { ONE_LINE_PATTERN } from '../../core/text-folding';
import {
  electronicAddressSchemes,
  vatExemptionReasonCodes,
  paymentMeansCodes,
  companyRegisterSchemes,
  vatCategories,
  type VatCategory,
} from '../../core/e-invoicing-codes';
import { type SeriesDocumentType, seriesDocumentTypes } from './catalog-kind';

export class ElementImportDto {
  @PublicId()
  pId!: string;

  @Name({ max: 255 })
  name!: string;

  @Text({ max: 255, default: '' })
  sku!: string;

  @Text({ max: 2048, default: '' })
  image!: string;
}

export class PaymentMeansDto {
  @Code(paymentMeansCodes)
  code!: (typeof paymentMeansCodes.numbers)[number];

  @Text({ max: 42, optional: true, description: 'Account to pay to' })
  iban?: string;

  @Text({ max: 11, optional: true })
  bic?: string;

  @Text({ max: 255, optional: true, description: 'Holder of the account' })
  accountName?: string;

  @Text({ max: 255, optional: true, description: 'Payment terms for the amount due' })
  terms?: string;
}

export class PaymentSystemImportDto extends ElementImportDto {
  @Nested(() => PaymentMeansDto, { optional: true, description: 'For structured invoices' })
  paymentMeans?: PaymentMeansDto;
}

export class ZoneImportDto {
  @PublicId()
  pId!: string;

  @CountryCode()
  countryCode!: string;

  @Name({ max: 255 })
  name!: string;

  @Reference({ optional: true })
  parent?: ReferenceDto | null;
}

export class ChannelImportDto {
  @PublicId()
  pId!: string;

  @Name({ max: 255 })
  name!: string;
}

export class HeadquarterSeriesDto {
  @OneOf(seriesDocumentTypes)
  document!: SeriesDocumentType;

  @Text({
    max: 100,
    optional: true,
    pattern: ONE_LINE_PATTERN,
    description: 'Absent: letter, headquarter and year',
  })
  prefix?: string;

  @Text({ max: 100, default: '', pattern: ONE_LINE_PATTERN })
  suffix!: string;
}

export class HeadquarterImportDto {
  @PublicId()
  pId!: string;

  @Name({ max: 255 })
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

  @Name({ max: 255, optional: true, description: 'By default the name' })
  legalName?: string;

  @Text({ max: 64, optional: true, description: 'Number in the register of companies' })
  registrationNumber?: string;

  @OneOf(companyRegisterSchemes, {
    optional: true,
    description: 'Register of the number, as an ISO/IEC 6523 code',
  })
  registrationScheme?: string;

  @Text({
    max: 255,
    optional: true,
    description: 'Address for structured invoices; by default the email',
  })
  electronicAddress?: string;

  @OneOf(electronicAddressSchemes, {
    optional: true,
    description: 'Scheme of the electronic address (EAS)',
  })
  electronicAddressScheme?: string;

  @ListOf(() => HeadquarterSeriesDto, { optional: true, uniqueMembers: ['document'] })
  series?: HeadquarterSeriesDto[];
}

export class TaxImportDto {
  @PublicId()
  pId!: string;

  @Name({ max: 255 })
  name!: string;

  @Rate()
  rate!: number;

  /** Rate of the equivalence surcharge (recargo de equivalencia). */
  @Rate({ default: 0 })
  reRate!: number;

  @OneOf(vatCategories, {
    optional: true,
    description:
      'VAT category in structured invoices; by default derived from rate, countries and reverse charge',
  })
  category?: VatCategory;

  @OneOf(vatExemptionReasonCodes, {
    optional: true,
    description: 'Reason for the exemption (VATEX code)',
  })
  exemptionCode?: string;

  @Text({ max: 255, optional: true, description: 'Reason for the exemption, as a text' })
  exemptionReason?: string;
}
