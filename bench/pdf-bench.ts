import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compared } from './compared';
import type { Databases } from './databases';
import type { Sent } from './load';
import type { PdfBaselineSettings } from './pdf-baseline';
import type { DrawingCall } from './pdf-calls';
import {
  freePort,
  type Server,
  startBaseline,
  startRecordedService,
  startService,
} from './processes';
import { line, type Result } from './report';
import { pdfCase, type SalesEffort, SET_ASIDE, writeCases } from './sales-cases';
import { call } from './write-bench';

/** How many invoices are drawn, one after the other, again and again. */
export const INVOICES = 20;

/**
 * Measures PDFs of invoices, baseline and service in turn. The threads that draw have memory of their own, and
 * go when they are idle: it is told with the result.
 * @param orders how many are in the database
 */
export async function benchPdfs(
  databases: Databases,
  url: string,
  orders: number,
  { rounds, pdfs }: SalesEffort,
): Promise<Result> {
  const { folder } = databases;
  const { drawing, invoices } = await recordedDrawing(url, folder, orders);
  const baseline = await startPdfBaseline(drawing, folder);
  const service = await startService(url, folder);
  try {
    let sent = 0;
    const next = (): Sent => drawn(invoices[sent++ % invoices.length]!);
    const result = await compared(pdfCase, { baseline, service }, pdfs, rounds, next);
    console.error(`${databases.engine}: ${line(result)}`);
    const peak = service.memory()?.peak;
    return { ...result, service: { ...result.service, ...(peak !== undefined && { peak }) } };
  } finally {
    await baseline.stop();
    await service.stop();
  }
}

function drawn(invoice: number): Sent {
  return { method: 'GET', path: `/v1/invoices/${invoice}/document/pdf` };
}

/** Has invoices made, and what the service calls pdfkit for to draw one of them recorded. */
async function recordedDrawing(
  url: string,
  folder: string,
  orders: number,
): Promise<{ drawing: Omit<PdfBaselineSettings, 'port'>; invoices: number[] }> {
  const file = join(folder, 'drawing.ndjson');
  const service = await startRecordedService(url, folder, file, 'pdf-recorder');
  try {
    const invoices: number[] = [];
    for (let index = 0; index < INVOICES; index++) {
      // Behind the orders of the load, and before those that writes are learnt from.
      invoices.push(await invoiceOf(service, orders - SET_ASIDE + 1 + index));
    }
    await call(service, drawn(invoices[0]!));
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const calls = lines.map((text) => JSON.parse(text) as DrawingCall);
    const fonts = readdirSync(folder).flatMap((name) => /^(\w+)\.ttf$/.exec(name)?.[1] ?? []);
    return { drawing: { calls, folder, fonts }, invoices };
  } finally {
    await service.stop();
  }
}

export async function invoiceOf(service: Server, order: number): Promise<number> {
  const [, making] = writeCases;
  const made = await call(service, { method: 'POST', path: making!.path(order) });
  return (made as { ID: number }).ID;
}

async function startPdfBaseline(
  drawing: Omit<PdfBaselineSettings, 'port'>,
  folder: string,
): Promise<Server> {
  const port = await freePort();
  const file = join(folder, 'pdf-baseline.json');
  const settings: PdfBaselineSettings = { ...drawing, port };
  writeFileSync(file, JSON.stringify(settings));
  return startBaseline(port, file, folder, 'pdf-baseline');
}
