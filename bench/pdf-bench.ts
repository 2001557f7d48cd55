import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareRates } from './compare-rates';
import type { Databases } from './databases';
import type { BenchRequest } from './load';
import type { PdfBaselineSettings } from './pdf-baseline';
import { dist, freePort, type Server, startBaseline, startService } from './processes';
import { formatResult, type BenchResult } from './report';
import { pdfCase, type SalesEffort, RESERVED_ORDERS, writeCases } from './sales-cases';
import { call } from './write-bench';

/** Number of orders that are rendered repeatedly, one after the other. PDFs of invoices are rendered only once. */
const ORDER_COUNT = 20;

/**
 * Measures PDFs of orders, alternating between baseline and service. The service renders in child processes, which
 * end when they are idle.
 * @param orders number of orders in the database
 */
export async function benchPdfs(
  databases: Databases,
  url: string,
  orders: number,
  { rounds, pdfs }: SalesEffort,
): Promise<BenchResult> {
  const { folder } = databases;
  const baseline = await startPdfBaseline(folder);
  const service = await startService(url, folder);
  try {
    let sent = 0;
    const next = (): BenchRequest => toPdfRequest(orders, sent++);
    const result = await compareRates(pdfCase, { baseline, service }, pdfs, rounds, next);
    console.error(`${databases.engine}: ${formatResult(result)}`);
    const peak = service.memory()?.peak;
    return { ...result, service: { ...result.service, ...(peak !== undefined && { peak }) } };
  } finally {
    await baseline.stop();
    await service.stop();
  }
}

/** Returns a request for the PDF of an order. @param orders number of orders in the database */
export function toPdfRequest(orders: number, index: number): BenchRequest {
  const order = orders - RESERVED_ORDERS + 1 + (index % ORDER_COUNT);
  return { method: 'GET', path: `/v1/orders/${order}/document/pdf` };
}

export async function createInvoice(service: Server, order: number): Promise<number> {
  const [, making] = writeCases;
  const made = await call(service, { method: 'POST', path: making!.path(order) });
  return (made as { ID: number }).ID;
}

async function startPdfBaseline(folder: string): Promise<Server> {
  const port = await freePort();
  const file = join(folder, 'pdf-baseline.json');
  const settings: PdfBaselineSettings = { port, dist };
  writeFileSync(file, JSON.stringify(settings));
  return startBaseline(port, file, folder, 'pdf-baseline');
}
