import type { CatalogEntry } from '../../catalog';
import { countryNumber } from '../documents/codes';
import type { DocumentAddress } from '../documents/document-address.entity';
import type { DocumentDiscount } from '../documents/document-discount.entity';
import type { DocumentDraft } from '../documents/document-draft';
import { addressTypes, documentTypes } from '../documents/document-kinds';
import type { SalesDocument } from '../documents/document.entity';
import type { HeadquarterSnapshot } from '../documents/snapshots';
import { givenNumber } from '../numbers/document-numbers';
import type { ComputedTotals } from '../totals';
import { amountsOf } from './order-amounts';
import type {
  OrderAddressDto,
  OrderDiscountDto,
  OrderLineDto,
  OrderUserDto,
} from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import { partTaxes, type TaxNames, taxNames } from './order-taxes';
import { rowDrafts, taxColumns } from './row-drafts';
import { shipmentDrafts } from './shipment-drafts';

/** What an order's content depends on beside its line. */
export interface OrderContext {
  readonly now: Date;
  readonly defaultLanguage: string;
}

/**
 * Turns an order's line into what is stored of it.
 * @throws the error of the first rule that the line breaks
 */
export function orderDraft(
  order: OrderLineDto,
  fingerprint: string,
  lookups: OrderLookups,
  context: OrderContext,
): DocumentDraft {
  const rows = rowDrafts(order, lookups);
  const amounts = amountsOf(order, lookups);
  const names = taxNames(order, lookups);
  rows.fill(amounts, names);
  const headquarter = order.headquarter
    ? lookups.one('headquarter', order.headquarter, '/headquarter')
    : lookups.firstHeadquarter;
  const { documentNumber, date, user } = order;
  const series = { id: headquarter?.id ?? 0, series: headquarter?.series };
  return {
    document: {
      ...ownColumns(order, fingerprint, context),
      ...(documentNumber === undefined ? noNumber : givenNumber(documentNumber)),
      ...customerColumns(user),
      ...headquarterColumns(headquarter),
      ...referenceColumns(order, lookups),
      ...paymentColumns(order, lookups, amounts, names),
      ...snapshotColumns(order, lookups),
      ...amounts.totals,
      image: rows.image,
    },
    ...(documentNumber === undefined && {
      numbering: { kind: 'order', headquarter: series, date },
    }),
    addresses: addresses(user),
    rows: rows.drafts,
    taxes: amounts.taxes.map((tax) => taxColumns(tax, names)),
    discounts: (order.discounts ?? []).map(orderDiscount),
    shipments: shipmentDrafts(order, lookups, amounts, names, context.now),
    vouchers: (order.vouchers ?? []).map(({ code, amount }) => ({
      code,
      amount,
      voucherId: null,
      balanceProcessed: false,
    })),
    searched: [...searchedOf(order), ...rows.searched],
  };
}

const noNumber = {
  documentNumber: null,
  documentNumberFolded: null,
  prefix: '',
  suffix: '',
  serial: null,
};

function ownColumns(
  order: OrderLineDto,
  fingerprint: string,
  { now, defaultLanguage }: OrderContext,
): Partial<SalesDocument> {
  const { currencyCode, languageCode = defaultLanguage } = order;
  return {
    type: documentTypes.order,
    pId: order.pId,
    date: order.date,
    deliveryDate: order.deliveryDate ?? null,
    paymentDate: order.paymentDate ?? null,
    status: order.status,
    exported: order.exported,
    paid: order.paid,
    version: 1,
    updatedAt: now,
    fingerprint,
    languageCode,
    comment: order.comment,
    reverseChargeVat: order.reverseChargeVat,
    currencyCode,
    sourceCurrencyCode: order.sourceCurrencyCode ?? currencyCode,
    exchangeRate: order.exchangeRate,
    transactionId: order.transactionId,
    authNumber: order.authNumber,
    referer: order.referer,
  };
}

function customerColumns({ email, gender, billingAddress }: OrderUserDto): Partial<SalesDocument> {
  return {
    customerName: nameOf(billingAddress),
    customerEmail: email,
    customerGender: gender,
    customerGroupId: null,
    customerGroupPId: null,
    customerLastUsed: null,
    userId: null,
    userPId: null,
  };
}

function nameOf({ firstName, lastName, company }: OrderAddressDto): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ') || company;
}

function headquarterColumns(
  headquarter: CatalogEntry<'headquarter'> | undefined,
): Partial<SalesDocument> {
  if (!headquarter) return { headquarterId: 0, headquarterPId: null, headquarter: null };
  const { id, pId, name, address, city, countryCode, state, postalCode, phone, email, vat, logo } =
    headquarter;
  const snapshot: HeadquarterSnapshot = {
    ...{ name, address, city, countryCode, state, postalCode, phone, email, vat, logo },
  };
  return { headquarterId: id, headquarterPId: pId, headquarter: snapshot };
}

function referenceColumns(order: OrderLineDto, lookups: OrderLookups): Partial<SalesDocument> {
  const { subStatus, status } = order;
  const channel = order.channel
    ? lookups.one('channel', order.channel, '/channel')
    : lookups.firstChannel;
  return {
    channelId: channel?.id ?? null,
    channelPId: channel?.pId ?? null,
    subStatusId: subStatus ? lookups.subStatus(subStatus, status, '/subStatus') : null,
  };
}

function paymentColumns(
  { payment }: OrderLineDto,
  lookups: OrderLookups,
  amounts: ComputedTotals,
  names: TaxNames,
): Partial<SalesDocument> {
  if (!payment) {
    return { paymentSystemId: null, paymentSystemPId: null, paymentName: '', payment: null };
  }
  const system =
    payment.paymentSystem &&
    lookups.one('paymentSystem', payment.paymentSystem, '/payment/paymentSystem');
  return {
    paymentSystemId: system?.id ?? null,
    paymentSystemPId: system?.pId ?? null,
    paymentName: payment.name === '' ? (system?.name ?? '') : payment.name,
    payment: { price: payment.price, taxes: partTaxes(amounts.payment?.taxes, names) },
  };
}

function snapshotColumns(order: OrderLineDto, lookups: OrderLookups): Partial<SalesDocument> {
  const { delivery, marketplace, salesAgent, additionalInformation = [], user } = order;
  const { countryCode } = user.shippingAddress ?? user.billingAddress;
  const location =
    delivery?.physicalLocation &&
    lookups.location(delivery.physicalLocation, '/delivery/physicalLocation');
  return {
    delivery: {
      type: delivery?.type ?? 0,
      countryId: countryNumber(countryCode),
      ...(location && { location }),
    },
    marketplace: marketplace ?? null,
    salesAgent: salesAgent ? { id: 0, commissionPaid: false, ...salesAgent } : null,
    additionalInformation: additionalInformation.length > 0 ? additionalInformation : null,
  };
}

function addresses({ billingAddress, shippingAddress }: OrderUserDto): Partial<DocumentAddress>[] {
  const billing = addressColumns(billingAddress, addressTypes.billing);
  return shippingAddress
    ? [billing, addressColumns(shippingAddress, addressTypes.shipping)]
    : [billing];
}

function addressColumns(
  { pId: _ofAddressBook, ...address }: OrderAddressDto,
  type: number,
): Partial<DocumentAddress> {
  return { ...address, type };
}

function orderDiscount(discount: OrderDiscountDto): Partial<DocumentDiscount> {
  const { name, amount, description, amountType, discountValue, ticketCode, applyTo } = discount;
  return { name, amount, description, amountType, value: discountValue, code: ticketCode, applyTo };
}

function searchedOf({ user, transactionId }: OrderLineDto): string[] {
  const { billingAddress, shippingAddress } = user;
  const companies = new Set([billingAddress.company, shippingAddress?.company ?? '']);
  const names = new Set([nameOf(billingAddress), shippingAddress ? nameOf(shippingAddress) : '']);
  return [user.email, transactionId, ...names, ...companies].filter((text) => text !== '');
}
