import { importLines } from '../import';
import { until } from '../until';
import { OutboxDispatcher, OutboxMessage } from '../../../src/platform/events/outbox';
import { whereEquals, whereNotNull, whereNull, DataAccess } from '../../../src/database';
import { createLoadPlan } from '../../../src/core/load-plan';
import { VerifactuChain, VerifactuRecord } from '../../../src/modules/sales/verifactu';
import { PendingRecordFinder } from '../../../src/modules/sales/verifactu/pending-records';
import type { Service, ServiceClient } from '../service/service';

export const TAX_NUMBER = 'B12345674';
export const OTHER_TAX_NUMBER = 'A58818501';

/** The headquarters: two of one tax number, and one of another. */
export const offices = ['madrid', 'sevilla', 'other'] as const;

/** The headquarters with their taxes. */
export const masters = [
  ...['madrid', 'sevilla'].map((pId) => ({
    ...{ type: 'headquarter', pId, name: `Tienda ${pId}`, legalName: 'Tienda Ejemplo S.L.' },
    ...{ address: 'Calle Mayor 1', city: pId, countryCode: 'ES', postalCode: '28013' },
    ...{ vat: `ES${TAX_NUMBER}`, email: 'tienda@example.com' },
  })),
  {
    ...{ type: 'headquarter', pId: 'other', name: 'Otra tienda', legalName: 'Otra S.A.' },
    ...{ countryCode: 'ES', postalCode: '28013', vat: `ES${OTHER_TAX_NUMBER}` },
  },
  { type: 'tax', pId: 'vat21', name: 'IVA 21', rate: 21, reRate: 5.2 },
  { type: 'tax', pId: 'vat10', name: 'IVA 10', rate: 10, reRate: 1.4 },
  {
    type: 'tax',
    pId: 'exempt',
    name: 'Exento',
    rate: 0,
    category: 'E',
    exemptionCode: 'VATEX-EU-132',
  },
];

export async function importOffices(service: ServiceClient): Promise<void> {
  const { rejected, errors } = await importLines(service, masters);
  if (rejected > 0) throw new Error(JSON.stringify(errors));
}

/** Sets the mode of headquarters. @returns the import's summary */
export function setMode(service: ServiceClient, mode: string, ...pIds: string[]) {
  const lines = pIds.map((pId) => ({ type: 'verifactu', headquarter: { pId }, mode }));
  return importLines(service, lines);
}

let made = 0;

/** An order of 12.10 of a buyer with a tax number. */
export function spanishOrder(values: object = {}) {
  return {
    pId: `vf-${++made}`,
    date: '2026-11-01T10:00:00+01:00',
    currencyCode: 'EUR',
    headquarter: { pId: 'madrid' },
    user: {
      email: 'ada@example.com',
      billingAddress: {
        ...{ countryCode: 'ES', firstName: 'Ada', lastName: 'Núñez', nif: '12345678Z' },
        ...{ address: 'Calle Luna', number: '7', city: 'Madrid', postalCode: '28001' },
      },
    },
    rows: [{ name: 'Camisa', quantity: 1, price: 10, taxes: [{ tax: { pId: 'vat21' } }] }],
    ...values,
  };
}

/** The part of an invoice or a credit note that the specs read. */
export interface IssuedPaper {
  ID: number;
  DOCUMENTNUMBER: string;
  TOTAL: number;
  TOTALS: Record<string, number>;
  VERIFACTU: { HASH: string; STATE: string; URL: string };
}

export async function createInvoice(
  service: ServiceClient,
  order: object = spanishOrder(),
): Promise<IssuedPaper> {
  const created = await service.post('/v1/orders', { orders: order });
  if (created.status !== 201) throw new Error(created.text);
  const { ID } = created.body as { ID: number };
  const invoice = await service.post(`/v1/orders/${ID}/invoices`);
  if (invoice.status !== 201) throw new Error(invoice.text);
  return invoice.body as IssuedPaper;
}

const recordPlan = createLoadPlan(VerifactuRecord, [
  'chainId',
  'sequence',
  'documentId',
  'operation',
  'invoiceType',
  'taxNumber',
  'mode',
  'number',
  'issuedOn',
  'correctsId',
  'taxTotal',
  'total',
  'hash',
  'xml',
]);

/** All stored records, in the order of their chains. */
export async function listStoredRecords(service: Service) {
  const records = await service.app
    .get(DataAccess)
    .loader.listWhere(VerifactuRecord, [], recordPlan);
  return [...records].sort((a, b) => a.chainId - b.chainId || a.sequence - b.sequence);
}

/** Sends until no record is pending. @param skipsWaits whether the next message and the next attempt are due at once */
export async function sendAll(service: Service, { skipsWaits = false } = {}): Promise<void> {
  const dispatcher = service.app.get(OutboxDispatcher);
  const dataAccess = service.app.get(DataAccess);
  dispatcher.start();
  await until(async () => {
    if (skipsWaits) await skipWaits(dataAccess);
    dispatcher.trigger();
    if ((await listPending(dataAccess)).length > 0) return false;
    // The sender stores how the message ended after the answers.
    return (await dataAccess.loader.countWhere(VerifactuChain, [whereNotNull('leaseUntil')])) === 0;
  });
}

/** Ids of the next pending record of each chain. */
export async function listPending(dataAccess: DataAccess): Promise<number[]> {
  const plan = createLoadPlan(VerifactuChain, ['settled']);
  const chains = await dataAccess.loader.listWhere(VerifactuChain, [], plan);
  const pending = new PendingRecordFinder(dataAccess);
  return (await Promise.all(chains.map((one) => pending.listNextIds(one, 1)))).flat();
}

/** Makes the next messages due. @param freesLeases also those of a process that was killed */
export async function skipWaits(
  dataAccess: DataAccess,
  { freesLeases = false } = {},
): Promise<void> {
  const { unitOfWork, writer } = dataAccess;
  const now = new Date();
  const waiting = [whereEquals('state', 'pending'), whereNull('holder')];
  const due = { nextAt: now, ...(freesLeases && { leaseUntil: null }) };
  await unitOfWork.run(async () => {
    await writer.update(VerifactuChain, { mode: 'test' }, due);
    await writer.update(OutboxMessage, waiting, { dueAt: now });
  });
}
