import type { Databases } from './databases';
import { type BenchRequest, type LoadRound, sendAll } from './load';
import { createInvoice, toPdfRequest } from './pdf-bench';
import { startService } from './processes';
import { toSide } from './read-bench';
import { formatResult, type BenchResult } from './report';
import { type EDocumentCase, type SalesEffort, RESERVED_ORDERS } from './sales-cases';

/**
 * Compares the first downloads of structured invoices with PDFs of orders by the same service; the PDFs are the baseline.
 * @param orders number of orders in the database
 */
export async function benchEDocuments(
  databases: Databases,
  url: string,
  cases: readonly EDocumentCase[],
  orders: number,
  { rounds, pdfs: { connections, amount, warmUp } }: SalesEffort,
): Promise<BenchResult[]> {
  const service = await startService(url, databases.folder);
  try {
    const invoices: number[] = [];
    // The service keeps invoices that were downloaded, so that each request needs another one.
    for (let index = 0; index < warmUp + rounds * amount; index++) {
      invoices.push(await createInvoice(service, orders - RESERVED_ORDERS + 1 + index));
    }
    const measure = (form: string, count: number, next: () => BenchRequest): Promise<LoadRound> =>
      sendAll(service, form, { connections, amount: count }, next);
    let pdfs = 0;
    const nextPdf = (): BenchRequest => toPdfRequest(orders, pdfs++);
    const results: BenchResult[] = [];
    for (const { form, title, goal } of cases) {
      const measured: { pdf: LoadRound[]; form: LoadRound[] } = { pdf: [], form: [] };
      let sent = 0;
      const next = (): BenchRequest => ({
        method: 'GET',
        path: `/v1/invoices/${invoices[sent++]}/document/${form}`,
      });
      await measure('pdf', warmUp, nextPdf);
      await measure(form, warmUp, next);
      for (let round = 0; round < rounds; round++) {
        measured.pdf.push(await measure('pdf', amount, nextPdf));
        measured.form.push(await measure(form, amount, next));
      }
      const result = {
        title,
        goal,
        baseline: toSide(measured.pdf),
        service: toSide(measured.form),
      };
      console.error(`${databases.engine}: ${formatResult(result)}`);
      results.push(result);
    }
    return results;
  } finally {
    await service.stop();
  }
}
