import { UnitOfWork } from '../../../src/database';
import {
  type DocumentKind,
  documentTypes,
} from '../../../src/modules/sales/documents/document-kinds';
import type { DocumentColumns } from '../../../src/modules/sales/documents/writing/document-draft';
import { DocumentWriter } from '../../../src/modules/sales/documents/writing/document-writer';
import type { Service } from '../../support/service/service';
import { createOrder, smallOrder } from './sample-store';

/** The members of an entry of STATUSES that the specs read. */
export interface StatusEntry {
  ID: number;
  FROMSTATUS: number;
  FROMSUBSTATUSID: number;
  TOSTATUS: number;
  TOSUBSTATUSID: number;
}

/** The state of an order, RMA or shipment as it is shown. */
export interface StatedRecord {
  ID: number;
  PID: string;
  STATUS: number;
  SUBSTATUSID: number;
  EXPORTSTATUS: number;
  STATUSES: StatusEntry[];
  VERSION: string;
}

export interface ShipmentRecord extends StatedRecord {
  UPDATEDAT: string;
  TRACKINGNUMBER: string;
  INCOMINGDATE: string;
  DOCUMENT: { DOCUMENTNUMBER: string; DOCUMENTTYPE: number; ID: number };
}

const when = new Date('2026-01-01T00:00:00Z');

/** A document of which nothing is known. */
const bare = {
  ...{ languageCode: 'en', currencyCode: 'EUR', sourceCurrencyCode: 'EUR', customerName: '' },
  ...{ customerEmail: '', paymentName: '', transactionId: '', authNumber: '', referer: '' },
  ...{ image: '', version: 1, exchangeRate: 1, customerGender: 0, headquarterId: 0 },
  ...{ total: 0, subtotal: 0, subtotalRows: 0, subtotalShippings: 0, subtotalPaymentSystem: 0 },
  ...{ totalRows: 0, totalShippings: 0, totalPaymentSystem: 0, totalRowsDiscounts: 0 },
  ...{ totalShippingDiscounts: 0, totalVouchers: 0, totalBasketDiscounts: 0, totalDiscounts: 0 },
  ...{
    totalTaxes: 0,
    rounding: 0,
    reverseChargeVat: false,
    exported: false,
    paid: false,
    comment: '',
  },
  ...{ buyerReference: null, purchaseOrder: null },
  ...{ date: when, updatedAt: when, deliveryDate: null, paymentDate: null, fingerprint: null },
  ...{ status: 1, subStatusId: null, userId: null, userPId: null, customerGroupId: null },
  ...{ customerGroupPId: null, channelId: null, channelPId: null, headquarterPId: null },
  ...{ headquarter: null, paymentSystemId: null, paymentSystemPId: null, payment: null },
  ...{ delivery: null, marketplace: null, salesAgent: null, additionalInformation: null },
} satisfies Omit<DocumentColumns, 'type'>;

interface BareDocument extends Partial<DocumentColumns> {
  readonly pId?: string;
  readonly documentNumber?: string;
  readonly serial?: number;
}

let made = 0;

/** Stores bare documents of a kind; how requests make them is the matter of other specs. @returns their ids */
export function storeDocuments(
  service: Service,
  kind: DocumentKind,
  all: readonly BareDocument[],
): Promise<number[]> {
  const writer = service.app.get(DocumentWriter);
  const parts = {
    ...{ addresses: [], rows: [], taxes: [], discounts: [], shipments: [], vouchers: [], tags: [] },
  };
  const drafts = all.map(({ pId = `${kind}-bare-${++made}`, documentNumber = pId, ...own }) => {
    const { serial = null, ...columns } = own;
    const number = { documentNumber, documentNumberFolded: documentNumber.toLowerCase(), serial };
    return {
      document: { ...bare, type: documentTypes[kind], ...columns },
      pId,
      number: { ...number, prefix: '', suffix: '' },
      ...parts,
    };
  });
  return service.app.get(UnitOfWork).run(() => writer.insert(drafts));
}

/** RMAs in the states given. @returns their ids */
export function storeRmas(service: Service, statuses: readonly number[]): Promise<number[]> {
  const rmas = statuses.map((status) => ({ status }));
  return storeDocuments(service, 'rma', rmas);
}

/** One order with a shipment in each of the states given. */
export async function orderWithShipments(
  service: Service,
  statuses: readonly number[],
  values: object = {},
): Promise<{ id: number; shipmentIds: number[] }> {
  const shipments = statuses.map((status) => ({ status, rows: [{ row: 0, quantity: 1 }] }));
  const rows = [{ name: 'Shirt', quantity: statuses.length, price: 10 }];
  const order = await createOrder(service, smallOrder({ rows, shipments, ...values }));
  const { SHIPMENTS } = (order as unknown as { DELIVERY: { SHIPMENTS: { ID: number }[] } })
    .DELIVERY;
  return { id: order.ID, shipmentIds: SHIPMENTS.map(({ ID }) => ID) };
}

/** The FROM of each entry is the TO of the one before; the last TO is the state. */
export function expectChain(record: StatedRecord, first: readonly [number, number]): void {
  let at: readonly [number, number] = first;
  for (const entry of record.STATUSES) {
    expect([entry.FROMSTATUS, entry.FROMSUBSTATUSID]).toEqual(at);
    at = [entry.TOSTATUS, entry.TOSUBSTATUSID];
  }
  expect([record.STATUS, record.SUBSTATUSID]).toEqual(at);
}
