import type { Request } from 'express';
import { preferredOverJson } from '../request/accept';
import { CSV_MEDIA_TYPE, type CsvTable } from '../response/csv-table';
import { getCheckedRequest, type Exchange } from './pipeline-step';

/** Returns the table of a list, if the client prefers it to JSON. */
export function findRequestedTable(exchange: Exchange): CsvTable<unknown> | undefined {
  const { operation, request } = exchange;
  const { responseSpec } = getCheckedRequest(exchange);
  if (operation.method !== 'get' || !responseSpec.table) return undefined;
  const isPreferred =
    preferredOverJson(request.headers.accept, [CSV_MEDIA_TYPE]) === CSV_MEDIA_TYPE;
  return isPreferred ? (responseSpec.table as CsvTable<unknown>) : undefined;
}

/** Whether the client requests a whole paged list as a table, not one page of it. */
export function isWholeTable(exchange: Exchange): boolean {
  const table = findRequestedTable(exchange);
  return table?.paging !== undefined && !asksForPage(table, exchange.request);
}

function asksForPage({ paging }: CsvTable<unknown>, { query }: Request): boolean {
  return paging?.parameters.some((name) => Object.hasOwn(query, name)) === true;
}
