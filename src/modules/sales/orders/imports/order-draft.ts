import { compact } from '../../../../core/compact';
import { compileObjectFactory } from '../../../../core/object-factory';
import { addressTypes } from '../../../../core/user-codes';
import { listAddressFieldNames } from '../../../../platform/addresses';
import type { LoadedCatalogRecord } from '../../../../platform/catalog';
import { documentTypes, toCustomerName } from '../../documents';
import type {
  HeadquarterSnapshot,
  PaymentSnapshot,
  SalesAgentSnapshot,
} from '../../documents/entities/snapshots';
import { toNumberColumns } from '../../documents/numbers/document-numbers';
import type {
  AddressDraft,
  DiscountDraft,
  DocumentColumns,
  DocumentDraft,
  TagDraft,
} from '../../documents/writing/document-draft';
import type { ComputedTotals } from '../../totals';
import {
  toCustomerTagDrafts,
  type TagContext,
  toTagDrafts,
  type TagLanguages,
} from '../tags/tag-drafts';
import { toDeliverySnapshot } from './delivery-snapshot';
import { computeOrderAmounts, type OrderAmounts } from './order-amounts';
import type { OrderAddressDto, OrderLineDto, OrderUserDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import type { OrderCanonicalizer } from './order-canonicalizer';
import type { OrderDiscountDto } from './order-row.dto';
import { toOrderTaxDraft, toChargeTaxes } from './order-taxes';
import { iterateRows, resolveRows, toRowDrafts } from './row-drafts';
import { toShipmentDrafts } from './shipment-drafts';

/** Inputs of a draft in addition to the record. */
export interface OrderDraftContext {
  readonly lookups: OrderLookups;
  readonly now: Date;
  readonly defaultLanguage: string;
  readonly canonicalizer: OrderCanonicalizer;
}

type OrderHeadquarter = LoadedCatalogRecord<'headquarter'> | undefined;

/**
 * Converts an order record to a draft.
 * @throws the error of the first violated rule
 */
export function toOrderDraft(order: OrderLineDto, context: OrderDraftContext): DocumentDraft {
  const { lookups, now } = context;
  const languages = toTagLanguages(order, context);
  const tagContext = lookups.tags && { ...languages, loadedTags: lookups.tags };
  const rows = resolveRows(order, lookups, tagContext);
  const amounts = computeOrderAmounts(order, lookups);
  const catalogHeadquarter = order.headquarter
    ? lookups.getCatalogRecord('headquarter', order.headquarter, '/headquarter')
    : lookups.firstHeadquarter;
  const { pId, documentNumber, date, user } = order;
  const headquarter = { id: catalogHeadquarter?.id ?? 0, series: catalogHeadquarter?.series };
  return {
    document: toDocumentColumns(order, context, catalogHeadquarter, amounts),
    pId,
    number:
      documentNumber === ''
        ? { kind: 'order', headquarter, date }
        : toNumberColumns(documentNumber),
    addresses: toAddressDrafts(user),
    rows: toRowDrafts(pId, rows, amounts.rows, lookups),
    taxes: amounts.taxes.map((tax) => toOrderTaxDraft(tax, lookups)),
    discounts: (order.discounts ?? []).map(toDiscountDraft),
    shipments: toShipmentDrafts(order, lookups, amounts, now),
    vouchers: (order.vouchers ?? []).map(({ code, amount }) => ({
      voucherId: lookups.findVoucherId(code),
      code,
      amount,
      givenBack: null,
      balanceProcessed: false,
    })),
    tags: [
      ...(tagContext ? toOwnTagDrafts(order, tagContext) : []),
      ...toCustomerTagDrafts(lookups.listCustomerTags(order), languages),
    ],
  };
}

function toTagLanguages(
  { languageCode }: OrderLineDto,
  { defaultLanguage }: OrderDraftContext,
): TagLanguages {
  return { languageCode: languageCode ?? defaultLanguage, defaultLanguage };
}

function toOwnTagDrafts({ customTags, user }: OrderLineDto, context: TagContext): TagDraft[] {
  return [
    ...toTagDrafts('document', customTags, '/customTags', context),
    ...toTagDrafts('customer', user.customTags, '/user/customTags', context),
  ];
}

/** Creates the columns of an order in a single object literal: spreads would take more time than everything else. */
// oxlint-disable-next-line max-lines-per-function -- one line for each column
function toDocumentColumns(
  order: OrderLineDto,
  { lookups, now, defaultLanguage, canonicalizer }: OrderDraftContext,
  catalogHeadquarter: OrderHeadquarter,
  { totals, payment: computedPayment, hasMatchingTotals }: OrderAmounts,
): DocumentColumns {
  const { user, status, subStatus, additionalInformation: information } = order;
  const payment = resolvePayment(order, lookups, computedPayment);
  const channel = findChannel(order, lookups);
  const customer = user.pId ? lookups.getUser(user.pId) : GUEST_CUSTOMER;
  const group = user.group ? lookups.getUserGroup(user.group, '/user/group') : NO_REFERENCE;
  return {
    type: documentTypes.order,
    date: order.date,
    deliveryDate: orNull(order.deliveryDate),
    paymentDate: orNull(order.paymentDate),
    status,
    subStatusId: subStatus ? lookups.getSubStatusId(subStatus, status, '/subStatus') : null,
    exported: order.exported,
    paid: order.paid,
    version: 1,
    updatedAt: now,
    fingerprint: canonicalizer.toFingerprint(order, { omitsTotals: hasMatchingTotals }),
    languageCode: order.languageCode ?? defaultLanguage,
    comment: order.comment,
    buyerReference: orNull(order.buyerReference),
    purchaseOrder: orNull(order.purchaseOrder),
    reverseChargeVat: order.reverseChargeVat,
    currencyCode: order.currencyCode,
    sourceCurrencyCode: order.sourceCurrencyCode ?? order.currencyCode,
    exchangeRate: order.exchangeRate,
    userId: customer.id,
    userPId: customer.pId,
    customerLastUsed: customer.lastUsed,
    customerSupplier: customer.supplier,
    customerGroupId: group.id,
    customerGroupPId: group.pId,
    customerName: toCustomerName(user.billingAddress),
    customerEmail: user.email,
    customerGender: user.gender,
    channelId: channel.id,
    channelPId: channel.pId,
    headquarterId: catalogHeadquarter?.id ?? 0,
    headquarterPId: orNull(catalogHeadquarter?.pId),
    headquarter: catalogHeadquarter ? toHeadquarterSnapshot(catalogHeadquarter) : null,
    paymentSystemId: payment.system.id,
    paymentSystemPId: payment.system.pId,
    paymentName: payment.name,
    payment: payment.snapshot,
    transactionId: order.transactionId,
    authNumber: order.authNumber,
    referer: order.referer,
    image: findImage(order),
    delivery: toDeliverySnapshot(order, lookups),
    marketplace: orNull(order.marketplace),
    salesAgent: toSalesAgentSnapshot(order, lookups),
    additionalInformation: information?.length ? information : null,
    total: totals.total,
    subtotal: totals.subtotal,
    subtotalRows: totals.subtotalRows,
    subtotalShippings: totals.subtotalShippings,
    subtotalPaymentSystem: totals.subtotalPaymentSystem,
    totalRows: totals.totalRows,
    totalShippings: totals.totalShippings,
    totalPaymentSystem: totals.totalPaymentSystem,
    totalRowsDiscounts: totals.totalRowsDiscounts,
    totalShippingDiscounts: totals.totalShippingDiscounts,
    totalBasketDiscounts: totals.totalBasketDiscounts,
    totalDiscounts: totals.totalDiscounts,
    totalTaxes: totals.totalTaxes,
    totalVouchers: totals.totalVouchers,
    rounding: totals.rounding,
  };
}

interface NullableReference {
  readonly id: number | null;
  readonly pId: string | null;
}

const NO_REFERENCE: NullableReference = { id: null, pId: null };

const GUEST_CUSTOMER = { ...NO_REFERENCE, lastUsed: null, supplier: false };

function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}

/** The sales agent; null for a reference without a pId. */
function toSalesAgentSnapshot(
  { salesAgent }: OrderLineDto,
  lookups: OrderLookups,
): SalesAgentSnapshot | null {
  if (!salesAgent?.pId) return null;
  const { pId, percentCommission } = salesAgent;
  return { id: lookups.findSalesAgentId(pId), pId, percentCommission, commissionPaid: false };
}

function findChannel({ channel }: OrderLineDto, lookups: OrderLookups): NullableReference {
  if (channel) return lookups.getCatalogRecord('channel', channel, '/channel');
  return lookups.firstChannel ?? NO_REFERENCE;
}

function resolvePayment(
  { payment }: OrderLineDto,
  lookups: OrderLookups,
  computedPayment: ComputedTotals['payment'],
): { system: NullableReference; name: string; snapshot: PaymentSnapshot | null } {
  if (!payment) return { system: NO_REFERENCE, name: '', snapshot: null };
  const { name, price, paymentSystem } = payment;
  const snapshot = { price, taxes: toChargeTaxes(computedPayment?.taxes, lookups) };
  if (!paymentSystem) return { system: NO_REFERENCE, name, snapshot };
  const system = lookups.getCatalogRecord('paymentSystem', paymentSystem, '/payment/paymentSystem');
  const { paymentMeans: means } = system;
  return {
    system,
    name: name === '' ? system.name : name,
    snapshot: means ? { ...snapshot, means } : snapshot,
  };
}

const headquarterSnapshots = new WeakMap<NonNullable<OrderHeadquarter>, HeadquarterSnapshot>();

/** Creates the snapshot of a headquarter. It is cached, because most orders of a batch have the same one. */
function toHeadquarterSnapshot(
  catalogHeadquarter: NonNullable<OrderHeadquarter>,
): HeadquarterSnapshot {
  const cachedSnapshot = headquarterSnapshots.get(catalogHeadquarter);
  if (cachedSnapshot) return cachedSnapshot;
  const { name, address, city, countryCode, state, postalCode, phone, email, vat, logo } =
    catalogHeadquarter;
  const { legalName, registrationNumber, registrationScheme } = catalogHeadquarter;
  const { electronicAddress, electronicAddressScheme } = catalogHeadquarter;
  const snapshot = {
    name,
    address,
    city,
    countryCode,
    state,
    postalCode,
    phone,
    email,
    vat,
    logo,
    ...compact({
      legalName,
      registrationNumber,
      registrationScheme,
      electronicAddress,
      electronicAddressScheme,
    }),
  };
  headquarterSnapshots.set(catalogHeadquarter, snapshot);
  return snapshot;
}

function toAddressDrafts({ billingAddress, shippingAddress }: OrderUserDto): AddressDraft[] {
  const billing = toAddressDraft(billingAddress, addressTypes.billing);
  return shippingAddress
    ? [billing, toAddressDraft(shippingAddress, addressTypes.shipping)]
    : [billing];
}

const toAddressDraft = compileObjectFactory<OrderAddressDto, number>([
  ['type', (_address, type) => type],
  ...listAddressFieldNames('document').map(
    (name) => [name, (address: OrderAddressDto) => address[name] ?? null] as const,
  ),
]) as unknown as (address: OrderAddressDto, type: number) => AddressDraft;

function toDiscountDraft(discount: OrderDiscountDto): DiscountDraft {
  return {
    name: discount.name,
    amount: discount.amount,
    description: discount.description,
    amountType: discount.amountType,
    value: discount.discountValue,
    code: discount.ticketCode,
    applyTo: discount.applyTo,
  };
}

/** Image of the first row that has one. */
function findImage(order: OrderLineDto): string {
  for (const { image } of iterateRows(order)) if (image !== '') return image;
  return '';
}
