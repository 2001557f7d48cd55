import type { Response } from 'supertest';
import { DataAccess } from '../../../src/database';
import { importLines } from '../../support/import';
import { serviceTables } from '../../support/service/service-tables';
import type { Service } from '../../support/service/service';
import { smallOrder } from '../sales/sample-store';

/** Texts that belong to the person alone: none may be found anywhere once the person is erased. */
export const TRACES = ['zebedee', 'quackenbush', '600777123', 'x9988776z', 'quagmire'] as const;

const address = {
  ...{ countryCode: 'ES', alias: 'Quagmire home', firstName: 'Zebedee', lastName: 'Quackenbush' },
  ...{ company: 'Quackenbush S.L.', address: 'Quagmire Lane', number: '77', city: 'Quagmire' },
  ...{ addressAdditionalInformation: 'Quagmire yard', state: 'Quagmire', postalCode: 'QUAGMIRE' },
  ...{ phone: '+34600777123', mobile: '+34600777123', fax: '+34600777123' },
  ...{ nif: 'X9988776Z', vat: 'ESX9988776Z' },
};

/** A line of a person with this pId; it contains all `TRACES`. */
export function personLine(pId: string, values: object = {}): object {
  return {
    ...{ type: 'user', pId, email: `${pId}@quackenbush.example`, languageCode: 'en' },
    ...{ birthDay: '1971-02-03T00:00:00+01:00', image: 'https://quackenbush.example/me.jpg' },
    group: { pId: 'shoppers' },
    addressBook: [{ pId: 'quagmire', type: 1, ...address }],
    ...values,
  };
}

/** An order of a person. */
export function orderOf(pId: string, values: object = {}) {
  return {
    ...smallOrder(),
    ...{
      comment: 'For Zebedee',
      referer: 'https://quackenbush.example/',
      transactionId: 'T-QUAGMIRE',
    },
    ...{ authNumber: 'A-QUAGMIRE' },
    user: {
      ...{ pId, email: `${pId}@quackenbush.example`, gender: 1 },
      ...{ billingAddress: address, shippingAddress: address },
    },
    ...values,
  };
}

/** Imports lines, all of which must be taken. */
export async function taken(service: Service, lines: readonly object[]): Promise<void> {
  const { rejected, errors } = await importLines(service, lines);
  if (rejected > 0) throw new Error(JSON.stringify(errors));
}

export async function idOf(service: Service, pId: string): Promise<number> {
  const { body } = await service.get(`/v1/users/getId/${pId}`);
  return (body as { ID: number }).ID;
}

/** The body of an answer that has gone well. */
export function done<T>({ status, body, text }: Response): T {
  if (status >= 300) throw new Error(text);
  return body as T;
}

/** Where in the whole database a text stands, whatever its case: tables, each with the first row. */
export async function whereIs(service: Service, traces: readonly string[]): Promise<string[]> {
  const { database } = service.app.get(DataAccess);
  const found: string[] = [];
  const tables = [...(await serviceTables(service)).keys()];
  for (const table of [...tables, 'search_records', 'search_postings']) {
    const rows = await database.select(`SELECT * FROM ${table}`, []);
    const texts = rows.map((row) => JSON.stringify(row).toLowerCase());
    const text = texts.find((one) => traces.some((trace) => one.includes(trace)));
    if (text === undefined) continue;
    const met = traces.filter((trace) => text.includes(trace));
    found.push(`${table}: ${met.join()} in ${text.slice(0, 400)}`);
  }
  return found;
}
