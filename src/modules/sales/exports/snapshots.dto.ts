import { Flag, Float, Int, ListOf, Money, Nested, OneOf, PublicId, Rate, Text } from '../../../api';
import { vatCategories, type VatCategory } from '../../../core/e-invoicing-codes';
import {
  type AddressMembers,
  WithAddressMembers,
  createEmptyBaseClass,
} from '../../../platform/addresses';
import { type DocumentKind, documentTypes } from '../documents';
import { type SubmissionState, submissionStates } from '../documents/entities/verifactu-states';

const TextOrEmpty = (max = 255) => Text({ max, default: '' });

const OptionalText = (max = 255) => Text({ max, optional: true });

/** Data of the headquarter at the time of the document. */
export class HeadquarterSnapshotDto {
  @TextOrEmpty() name!: string;
  @TextOrEmpty() address!: string;
  @TextOrEmpty() city!: string;
  @TextOrEmpty(2) countryCode!: string;
  @TextOrEmpty() state!: string;
  @TextOrEmpty() postalCode!: string;
  @TextOrEmpty() phone!: string;
  @TextOrEmpty() email!: string;
  @TextOrEmpty() vat!: string;
  @TextOrEmpty(2048) logo!: string;
  @OptionalText() legalName?: string;
  @OptionalText(64) registrationNumber?: string;
  @OptionalText(4) registrationScheme?: string;
  @OptionalText() electronicAddress?: string;
  @OptionalText(4) electronicAddressScheme?: string;
}

/** A tax of a shipment or payment at the time of the document. */
export class PartTaxDto {
  @Text({ max: 255, default: '', description: 'Public identifier of the tax' })
  pId!: string;

  @TextOrEmpty() name!: string;
  @Rate({ default: 0 }) rate!: number;
  @Rate({ default: 0 }) reRate!: number;
  @OneOf(vatCategories, { optional: true }) category?: VatCategory;
  @OptionalText(32) exemptionCode?: string;
  @OptionalText() exemptionReason?: string;
}

/** Payment means of the payment system at the time of the document. */
export class PaymentMeansSnapshotDto {
  @Int() code!: number;
  @OptionalText(42) iban?: string;
  @OptionalText(11) bic?: string;
  @OptionalText() accountName?: string;
  @OptionalText() terms?: string;
}

export class PaymentSnapshotDto {
  @Money({ default: 0 }) price!: number;

  @Nested(() => PaymentMeansSnapshotDto, { optional: true })
  means?: PaymentMeansSnapshotDto;

  @ListOf(() => PartTaxDto, { optional: true })
  taxes?: PartTaxDto[];
}

const floatRange = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, default: 0 };
const integerRange = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, default: 0 };

export class LocationSnapshotDto {
  @TextOrEmpty() pId!: string;
  @TextOrEmpty() name!: string;
  @TextOrEmpty() address!: string;
  @TextOrEmpty() city!: string;
  @TextOrEmpty() postalCode!: string;
  @TextOrEmpty() state!: string;
  @Int() countryId!: number;

  @Text({ max: 255, optional: true, description: 'Public identifier of the zone' })
  zone?: string;

  @Float(floatRange) latitude!: number;
  @Float(floatRange) longitude!: number;
}

export class DeliverySnapshotDto {
  @Int({ default: 0 }) type!: number;
  @Int({ default: 0 }) countryId!: number;

  @Nested(() => LocationSnapshotDto, { optional: true })
  location?: LocationSnapshotDto;
}

/** The latest invoicing record of a document, as the document shows it. */
export class VerifactuSnapshotDto {
  @Text({ max: 64 }) hash!: string;
  @OneOf(submissionStates) state!: SubmissionState;
  @Text({ max: 2048 }) url!: string;
}

/** Reference to a source document. */
export class DocumentNameDto {
  @OneOf(Object.keys(documentTypes) as DocumentKind[])
  document!: DocumentKind;

  @PublicId()
  pId!: string;
}

/** Reference to a part of an order by its index in a list of the order (from 0). */
export class PartNameDto {
  @PublicId({ description: 'Public identifier of the order' })
  order!: string;

  /** Index of the part in the order's list, from 0. */
  @Int({ min: 0 })
  place!: number;
}

export class ShippingDiscountDto {
  @Nested(() => PartNameDto, { optional: true, description: "Index among the order's discounts" })
  discount?: PartNameDto;

  @TextOrEmpty() name!: string;
  @Money({ default: 0 }) amount!: number;
  @Int({ default: 1 }) amountType!: number;
  @Int(integerRange) value!: number;
  @TextOrEmpty() code!: string;
  @TextOrEmpty(1_000_000) description!: string;
  @Int({ default: 1 }) applyTo!: number;
}

/** Shipping method and costs of an order's shipment, in a document that was generated from the order. */
export class ShippingSnapshotDto {
  @Nested(() => PartNameDto, { optional: true, description: "Index among the order's shipments" })
  shipment?: PartNameDto;

  @TextOrEmpty() name!: string;

  @Text({ max: 255, optional: true, description: 'Public identifier of the shipping type' })
  shippingType?: string;

  @TextOrEmpty() shippingTypeName!: string;
  @Int({ default: 0 }) packages!: number;
  @Money({ default: 0 }) price!: number;
  @Money({ default: 0 }) netPrice!: number;
  /** The shipment's share of discounts on the whole order. */
  @Money({ default: 0 }) share!: number;

  @ListOf(() => PartTaxDto, { optional: true })
  taxes?: PartTaxDto[];

  @ListOf(() => ShippingDiscountDto, { optional: true })
  discounts?: ShippingDiscountDto[];
}

export class MarketplaceSnapshotDto {
  @Int(integerRange) id!: number;
  @Int(integerRange) pluginId!: number;
}

export class SalesAgentSnapshotDto {
  @TextOrEmpty() pId!: string;
  @Rate({ default: 0 }) percentCommission!: number;
  @Flag({ default: false }) commissionPaid!: boolean;
}

export class NamedValueDto {
  @TextOrEmpty(1_000_000) name!: string;
  @TextOrEmpty(1_000_000) value!: string;
}

/** Run of an action that a state change has started. */
export class ActionRunDto {
  @Int() actionId!: number;
  @Int() actionType!: number;

  @Int({ min: 0, max: 2, description: '0 pending, 1 done, 2 failed' })
  status!: number;

  @ListOf(() => NamedValueDto, { optional: true })
  parameters?: NamedValueDto[];

  @Text({ max: 255, optional: true, description: 'Public identifier of the status action' })
  statusAction?: string;
}

export class TagTextDto {
  @TextOrEmpty(2) languageCode!: string;
  @Flag({ default: false }) active!: boolean;
  @TextOrEmpty(1_000_000) value!: string;
}

/** An address that an invoice or credit note keeps after the customer's personal data was erased. */
@WithAddressMembers('document', { leadingMembers: ['type'] })
export class RetainedAddressDto extends createEmptyBaseClass<AddressMembers<'document'>>() {
  @Int({ min: 1, max: 2, description: '1 billing, 2 shipping' })
  type!: number;
}
