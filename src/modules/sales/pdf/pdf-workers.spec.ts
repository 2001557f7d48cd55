import { setTimeout as pause } from 'node:timers/promises';
import { threadHeaps } from '../../../../test/support/thread-heaps';
import { Configuration } from '../../../config/configuration';
import { OwnFonts } from './own-fonts';
import type { PdfModel } from './pdf-model';
import { PdfNotDrawn, PdfsBusy, PdfWorkers } from './pdf-workers';
import { renderPdf } from './render/pdf-renderer';

function model(rows = 3): PdfModel {
  return {
    language: 'en',
    title: 'Invoice',
    number: '1',
    author: 'A',
    subject: '',
    changedAt: 0,
    seller: ['A'],
    facts: [],
    parties: [],
    totals: [],
    notes: [],
    remarks: [],
    footer: 'A',
    rows: {
      columns: [{ label: 'Item', kind: 'main' }],
      rows: Array.from({ length: rows }, (_, at) => ({ cells: [`Item ${at}`], notes: [] })),
    },
  };
}

describe('the threads that draw documents', () => {
  const workers = new PdfWorkers(new OwnFonts(Configuration.from({})));

  afterAll(() => workers.onApplicationShutdown());

  it('draw what the renderer draws, on both of them, in memory that is handed over', async () => {
    const expected = Buffer.from(await renderPdf(model()));
    const drawn = await Promise.all(
      Array.from({ length: 6 }, () => workers.make({ model: model() })),
    );
    for (const bytes of drawn) {
      expect(expected.equals(bytes)).toBe(true);
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    }
  });

  it('take only so many and refuse the others at once', async () => {
    const asked = Array.from({ length: 40 }, () => workers.make({ model: model(40) }));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter(({ status }) => status === 'rejected');
    // Two are drawn, 16 wait.
    expect(refused).toHaveLength(40 - 18);
    for (const one of refused)
      expect((one as PromiseRejectedResult).reason).toBeInstanceOf(PdfsBusy);
    expect(await workers.make({ model: model() })).toBeInstanceOf(Uint8Array);
  });

  it('end what is not drawn in time, and go on', async () => {
    await expect(workers.make({ model: model(20_000) }, 50)).rejects.toBeInstanceOf(PdfNotDrawn);
    const { byteLength } = await workers.make({ model: model() });
    expect(byteLength).toBeGreaterThan(5000);
  });

  it('go soon after the last document', async () => {
    await workers.make({ model: model() });
    expect(threadHeaps().size).toBeGreaterThan(0);
    while (threadHeaps().size > 0) await pause(100);
  }, 20_000);
});
