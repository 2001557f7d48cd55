import type { Databases } from './databases';
import { type LoadRound, sendAll } from './load';
import { INVOICE_COUNT, createInvoice } from './pdf-bench';
import { startService } from './processes';
import { toSide } from './read-bench';
import { formatResult, type BenchResult } from './report';
import { type EDocumentCase, type SalesEffort, RESERVED_ORDERS } from './sales-cases';

/**
 * Compares structured invoices with PDFs of the same invoices by the same service; the PDFs are the baseline.
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
    for (let index = 0; index < INVOICE_COUNT; index++) {
      // These orders come after those whose PDFs are measured.
      invoices.push(
        await createInvoice(service, orders - RESERVED_ORDERS + 1 + INVOICE_COUNT + index),
      );
    }
    let sent = 0;
    const measure = (form: string, count: number): Promise<LoadRound> =>
      sendAll(service, form, { connections, amount: count }, () => {
        const invoice = invoices[sent++ % invoices.length]!;
        return { method: 'GET', path: `/v1/invoices/${invoice}/document/${form}` };
      });
    const results: BenchResult[] = [];
    for (const { form, title, goal } of cases) {
      const measured: { pdf: LoadRound[]; form: LoadRound[] } = { pdf: [], form: [] };
      await measure('pdf', warmUp);
      await measure(form, warmUp);
      for (let round = 0; round < rounds; round++) {
        measured.pdf.push(await measure('pdf', amount));
        measured.form.push(await measure(form, amount));
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
