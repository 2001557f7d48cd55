import { compact } from '../../../../core/given';
import { addressTypes } from '../../../../core/person-codes';
import type { CatalogEntry } from '../../../../platform/catalog';
import {
  type AddressDraft,
  type DiscountDraft,
  type DocumentColumns,
  type DocumentDraft,
  documentTypes,
  toNumberColumns,
  type HeadquarterSnapshot,
  type PaymentSnapshot,
  type SalesAgentSnapshot,
  type TagDraft,
} from '../../documents';
import type { ComputedTotals } from '../../totals';
import { carriedDrafts, type TagContext, tagDrafts, type TagLanguages } from '../tags/tag-drafts';
import { deliverySnapshot } from './delivery-snapshot';
import { amountsOf, type OrderAmounts } from './order-amounts';
import type { OrderAddressDto, OrderLineDto, OrderUserDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import type { OrderMeanings } from './order-meaning';
import type { OrderDiscountDto } from './order-row.dto';
import { orderTax, partTaxes } from './order-taxes';
import { linesOf, resolveRows, rowDrafts } from './row-drafts';
import { shipmentDrafts } from './shipment-drafts';

/** What an order's content depends on besides its line. */
export interface OrderContext {
  readonly lookups: OrderLookups;
  readonly now: Date;
  readonly defaultLanguage: string;
  readonly meanings: OrderMeanings;
}

type Office = CatalogEntry<'headquarter'> | undefined;

/**
 * Turns an order's line into what is stored of it.
 * @throws the error of the first rule that the line breaks
 */
export function orderDraft(order: OrderLineDto, context: OrderContext): DocumentDraft {
  const { lookups, now } = context;
  const languages = languagesOf(order, context);
  const tags = lookups.tags && { ...languages, found: lookups.tags };
  const rows = resolveRows(order, lookups, tags);
  const amounts = amountsOf(order, lookups);
  const office = order.headquarter
    ? lookups.one('headquarter', order.headquarter, '/headquarter')
    : lookups.firstHeadquarter;
  const { pId, documentNumber, date, user } = order;
  const headquarter = { id: office?.id ?? 0, series: office?.series };
  return {
    document: columnsOf(order, context, office, amounts),
    pId,
    number:
      documentNumber === '' ? { kind: 'order', headquarter, date } : toNumberColumns(documentNumber),
    addresses: addresses(user),
    rows: rowDrafts(pId, rows, amounts.rows, lookups),
    taxes: amounts.taxes.map((tax) => orderTax(tax, lookups)),
    discounts: (order.discounts ?? []).map(orderDiscount),
    shipments: shipmentDrafts(order, lookups, amounts, now),
    vouchers: (order.vouchers ?? []).map(({ code, amount }) => ({
      voucherId: lookups.voucher(code),
      code,
      amount,
      givenBack: null,
      balanceProcessed: false,
    })),
    tags: [
      ...(tags ? ownTags(order, tags) : []),
      ...carriedDrafts(lookups.carriedTags(order), languages),
    ],
  };
}

function languagesOf(
  { languageCode }: OrderLineDto,
  { defaultLanguage }: OrderContext,
): TagLanguages {
  return { languageCode: languageCode ?? defaultLanguage, defaultLanguage };
}

function ownTags({ customTags, user }: OrderLineDto, context: TagContext): TagDraft[] {
  return [
    ...tagDrafts('document', customTags, '/customTags', context),
    ...tagDrafts('customer', user.customTags, '/user/customTags', context),
  ];
}

/** One literal: to spread several into one would cost more than all the rest. */
// oxlint-disable-next-line max-lines-per-function -- one line for each column
function columnsOf(
  order: OrderLineDto,
  { lookups, now, defaultLanguage, meanings }: OrderContext,
  office: Office,
  { totals, payment: paid, areGivenAsComputed }: OrderAmounts,
): DocumentColumns {
  const { user, status, subStatus, additionalInformation: information } = order;
  const payment = paymentOf(order, lookups, paid);
  const channel = channelOf(order, lookups);
  const customer = user.pId ? lookups.user(user.pId) : guest;
  const group = user.group ? lookups.userGroup(user.group, '/user/group') : nothing;
  return {
    type: documentTypes.order,
    date: order.date,
    deliveryDate: orNull(order.deliveryDate),
    paymentDate: orNull(order.paymentDate),
    status,
    subStatusId: subStatus ? lookups.subStatus(subStatus, status, '/subStatus') : null,
    exported: order.exported,
    paid: order.paid,
    version: 1,
    updatedAt: now,
    fingerprint: meanings.fingerprint(order, areGivenAsComputed),
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
    customerName: nameOf(user.billingAddress),
    customerEmail: user.email,
    customerGender: user.gender,
    channelId: channel.id,
    channelPId: channel.pId,
    headquarterId: office?.id ?? 0,
    headquarterPId: orNull(office?.pId),
    headquarter: office ? headquarterSnapshot(office) : null,
    paymentSystemId: payment.system.id,
    paymentSystemPId: payment.system.pId,
    paymentName: payment.name,
    payment: payment.snapshot,
    transactionId: order.transactionId,
    authNumber: order.authNumber,
    referer: order.referer,
    image: imageOf(order),
    delivery: deliverySnapshot(order, lookups),
    marketplace: orNull(order.marketplace),
    salesAgent: agentOf(order, lookups),
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

interface Named {
  readonly id: number | null;
  readonly pId: string | null;
}

const nothing: Named = { id: null, pId: null };

const guest = { ...nothing, lastUsed: null, supplier: false };

function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}

/** Who has sold it; a reference that names nothing is none. */
function agentOf({ salesAgent }: OrderLineDto, lookups: OrderLookups): SalesAgentSnapshot | null {
  if (!salesAgent?.pId) return null;
  const { pId, percentCommission } = salesAgent;
  return { id: lookups.salesAgent(pId), pId, percentCommission, commissionPaid: false };
}

function channelOf({ channel }: OrderLineDto, lookups: OrderLookups): Named {
  if (channel) return lookups.one('channel', channel, '/channel');
  return lookups.firstChannel ?? nothing;
}

function paymentOf(
  { payment }: OrderLineDto,
  lookups: OrderLookups,
  paid: ComputedTotals['payment'],
): { system: Named; name: string; snapshot: PaymentSnapshot | null } {
  if (!payment) return { system: nothing, name: '', snapshot: null };
  const { name, price, paymentSystem } = payment;
  const snapshot = { price, taxes: partTaxes(paid?.taxes, lookups) };
  if (!paymentSystem) return { system: nothing, name, snapshot };
  const system = lookups.one('paymentSystem', paymentSystem, '/payment/paymentSystem');
  const { paymentMeans: means } = system;
  return {
    system,
    name: name === '' ? system.name : name,
    snapshot: means ? { ...snapshot, means } : snapshot,
  };
}

const offices = new WeakMap<NonNullable<Office>, HeadquarterSnapshot>();

/** Made once for each office: the orders of a batch mostly share one. */
function headquarterSnapshot(office: NonNullable<Office>): HeadquarterSnapshot {
  const known = offices.get(office);
  if (known) return known;
  const { name, address, city, countryCode, state, postalCode, phone, email, vat, logo } = office;
  const { legalName, registrationNumber, registrationScheme } = office;
  const { electronicAddress, electronicAddressScheme } = office;
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
  offices.set(office, snapshot);
  return snapshot;
}

function nameOf({ firstName, lastName, company }: OrderAddressDto): string {
  if (firstName === '' && lastName === '') return company;
  return firstName === '' || lastName === '' ? firstName + lastName : `${firstName} ${lastName}`;
}

function addresses({ billingAddress, shippingAddress }: OrderUserDto): AddressDraft[] {
  const billing = addressColumns(billingAddress, addressTypes.billing);
  return shippingAddress
    ? [billing, addressColumns(shippingAddress, addressTypes.shipping)]
    : [billing];
}

function addressColumns(address: OrderAddressDto, type: number): AddressDraft {
  return {
    type,
    userType: address.userType,
    firstName: address.firstName,
    lastName: address.lastName,
    company: address.company,
    alias: address.alias,
    address: address.address,
    number: address.number,
    addressAdditionalInformation: address.addressAdditionalInformation,
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    countryCode: address.countryCode,
    latitude: address.latitude,
    longitude: address.longitude,
    phone: address.phone,
    mobile: address.mobile,
    fax: address.fax,
    nif: address.nif,
    vat: address.vat,
    re: address.re,
    reverseChargeVat: address.reverseChargeVat,
    tax: address.tax,
    registrationNumber: orNull(address.registrationNumber),
    registrationScheme: orNull(address.registrationScheme),
    electronicAddress: orNull(address.electronicAddress),
    electronicAddressScheme: orNull(address.electronicAddressScheme),
  };
}

function orderDiscount(discount: OrderDiscountDto): DiscountDraft {
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

/** The first picture of a line. */
function imageOf(order: OrderLineDto): string {
  for (const { image } of linesOf(order)) if (image !== '') return image;
  return '';
}
