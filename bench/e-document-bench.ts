import type { Databases } from './databases';
import { type Round, sendAll } from './load';
import { INVOICES, invoiceOf } from './pdf-bench';
import { startService } from './processes';
import { sideOf } from './read-bench';
import { line, type Result } from './report';
import { type EDocumentCase, type SalesEffort, SET_ASIDE } from './sales-cases';

/**
 * Measures structured invoices beside the PDFs of the same invoices, by the same service: the baseline is the PDF.
 * @param orders how many are in the database
 */
export async function benchEDocuments(
  databases: Databases,
  url: string,
  cases: readonly EDocumentCase[],
  orders: number,
  { rounds, pdfs: { connections, amount, warmUp } }: SalesEffort,
): Promise<Result[]> {
  const service = await startService(url, databases.folder);
  try {
    const invoices: number[] = [];
    for (let index = 0; index < INVOICES; index++) {
      // Behind those that PDFs are made of.
      invoices.push(await invoiceOf(service, orders - SET_ASIDE + 1 + INVOICES + index));
    }
    let sent = 0;
    const measure = (form: string, count: number): Promise<Round> =>
      sendAll(service, form, { connections, amount: count }, () => {
        const invoice = invoices[sent++ % invoices.length]!;
        return { method: 'GET', path: `/v1/invoices/${invoice}/document/${form}` };
      });
    const results: Result[] = [];
    for (const { form, title, goal } of cases) {
      const measured: { pdf: Round[]; form: Round[] } = { pdf: [], form: [] };
      await measure('pdf', warmUp);
      await measure(form, warmUp);
      for (let round = 0; round < rounds; round++) {
        measured.pdf.push(await measure('pdf', amount));
        measured.form.push(await measure(form, amount));
      }
      const result = {
        title,
        goal,
        baseline: sideOf(measured.pdf),
        service: sideOf(measured.form),
      };
      console.error(`${databases.engine}: ${line(result)}`);
      results.push(result);
    }
    return results;
  } finally {
    await service.stop();
  }
}
