import type { Request } from 'express';
import { findTypePreferredOverJson } from '../request/accept';
import { CSV_MEDIA_TYPE, type CsvTable } from '../response/csv-table';
import { getCheckedRequest, type HttpExchange } from './pipeline-step';

/** Returns the table of a list, if the client prefers it to JSON. */
export function findRequestedCsvTable(exchange: HttpExchange): CsvTable<unknown> | undefined {
  const { operation, request } = exchange;
  const { responseSpec } = getCheckedRequest(exchange);
  if (operation.method !== 'get' || !responseSpec.csvTable) return undefined;
  const isPreferred =
    findTypePreferredOverJson(request.headers.accept, [CSV_MEDIA_TYPE]) === CSV_MEDIA_TYPE;
  return isPreferred ? (responseSpec.csvTable as CsvTable<unknown>) : undefined;
}

/** Whether the client requests a whole paged list as a table, not one page of it. */
export function isWholeCsvTable(exchange: HttpExchange): boolean {
  const table = findRequestedCsvTable(exchange);
  return table?.paging !== undefined && !hasPageParameter(table, exchange.request);
}

function hasPageParameter({ paging }: CsvTable<unknown>, { query }: Request): boolean {
  return paging?.pageParameters.some((name) => Object.hasOwn(query, name)) === true;
}
