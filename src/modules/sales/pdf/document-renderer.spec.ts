import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toTextLines, readPdf } from '../../../../test/support/documents/pdf-reader';
import { Configuration } from '../../../config/configuration';
import { DocumentRenderer, PdfRenderingFailed, PdfQueueFull } from './document-renderer';
import { DocumentTemplates } from './document-templates';
import { CustomFonts } from './custom-fonts';
import type { PdfModel } from './pdf-model';
import { renderDocument } from './render/render-document';
import { createSampleModel } from './sample-model';

function model(rows = 3): PdfModel {
  return {
    ...{ kind: 'invoice', language: 'en', title: 'Invoice', number: '1', author: 'A' },
    ...{ subject: '', changedAt: 0, seller: ['A'], facts: [], parties: [], totals: [], notes: [] },
    ...{ remarks: [], footer: 'A' },
    rows: {
      columns: [{ label: 'Item', kind: 'main' }],
      rows: Array.from({ length: rows }, (_, at) => ({ cells: [`Item ${at}`], notes: [] })),
    },
  };
}

describe('the processes that render documents', () => {
  const templates = new DocumentTemplates(Configuration.from({}));
  const processes = new DocumentRenderer(new CustomFonts(Configuration.from({})), templates);

  afterAll(() => processes.onApplicationShutdown());

  it('both return the output of the renderer', async () => {
    const expected = await renderDocument(model(), {
      templates: templates.bundledFiles,
      customFonts: [],
    });
    const made = await Promise.all(Array.from({ length: 6 }, () => processes.renderPdf(model())));
    for (const bytes of made) expect(expected.equals(bytes)).toBe(true);
  });

  it('accept a limited number of documents and reject the others immediately', async () => {
    const asked = Array.from({ length: 40 }, () => processes.renderPdf(model(40)));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter(({ status }) => status === 'rejected');
    // Two are rendered, 16 wait.
    expect(refused).toHaveLength(40 - 18);
    for (const one of refused)
      expect((one as PromiseRejectedResult).reason).toBeInstanceOf(PdfQueueFull);
    expect(await processes.renderPdf(model())).toBeInstanceOf(Buffer);
  });

  it('leave one of them to small documents while large ones are rendered', async () => {
    await Promise.all([1, 2].map(() => processes.renderPdf(model())));
    const order: number[] = [];
    const render = async (rows: number): Promise<void> => {
      await processes.renderPdf(model(rows));
      order.push(rows);
    };
    await Promise.all([4_000, 4_000, 3].map(render));
    expect(order).toEqual([3, 4_000, 4_000]);
  });

  it('abort a document that exceeds its time, and continue', async () => {
    await expect(processes.renderPdf(model(5_000), { timeoutMs: 50 })).rejects.toBeInstanceOf(
      PdfRenderingFailed,
    );
    expect((await processes.renderPdf(model())).length).toBeGreaterThan(5000);
  });

  describe('with templates of the store', () => {
    const folder = mkdtempSync(join(tmpdir(), 'templates-'));
    const started: DocumentRenderer[] = [];
    const withFiles = (files: Readonly<Record<string, string>>): DocumentRenderer => {
      const own = mkdtempSync(join(folder, 'own-'));
      mkdirSync(join(own, 'parts'));
      for (const [path, text] of Object.entries(files)) writeFileSync(join(own, path), text);
      const configuration = Configuration.from({ DOCUMENT_TEMPLATES: own });
      const made = new DocumentRenderer(
        new CustomFonts(configuration),
        new DocumentTemplates(configuration),
      );
      started.push(made);
      return made;
    };
    const textOf = (bytes: Buffer): string => readPdf(bytes).pages.flatMap(toTextLines).join('\n');

    afterAll(() => {
      for (const one of started) one.onApplicationShutdown();
      rmSync(folder, { recursive: true });
    });

    it('replace a part of all documents, or the template of a single kind', async () => {
      const part = withFiles({
        'parts/head.typ': '#let head(data) = [Our own head of #data.title]',
        'order.typ':
          '#let data = json("/data/document.json")\nNo.#sym.space.nobreak#data.number only',
      });
      expect(await part.listTemplateErrors()).toEqual([]);
      expect(textOf(await part.renderPdf(await createSampleModel('invoice')))).toContain(
        'Our own head of Invoice',
      );
      expect(textOf(await part.renderPdf(await createSampleModel('order')))).toMatch(
        /^No.\sSAMPLE-2026-1 only/,
      );
    });

    it('are rendered without a logo that takes too long', async () => {
      const own = withFiles({
        'order.typ':
          '#let data = json("/data/document.json")\n' +
          '#if "logo" in data { for a in range(9000) { for b in range(9000) { } } }\n' +
          'Without: #data.number',
      });
      const logo = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
        'base64',
      );
      const order = { ...(await createSampleModel('order')), logo };
      expect(textOf(await own.renderPdf(order, { timeoutMs: 2000 }))).toContain('Without: SAMPLE');
    });

    it('work as documented', async () => {
      const page = readFileSync(join(__dirname, '../../../../docs/document-templates.md'), 'utf8');
      const [, template = ''] = /```typst\n([^]*?)```/.exec(page) ?? [];
      const own = withFiles({ 'order.typ': template });
      expect(await own.listTemplateErrors()).toEqual([]);
      expect(textOf(await own.renderPdf(await createSampleModel('order')))).toMatch(
        /Thank you for your order SAMPLE-2026-1/,
      );
    });

    it('are reported and replaced if they are broken', async () => {
      const broken = withFiles({
        'invoice.typ': '#let data = json("/data/document.json")\n#data.nothing',
      });
      expect(await broken.listTemplateErrors()).toEqual([
        { kind: 'invoice', message: expect.stringContaining('invoice.typ') as string },
      ]);
      const [error] = await broken.listTemplateErrors();
      expect(error?.message).toMatch(/dictionary does not contain key "nothing"/);
      // Also when only a document reveals the error.
      const { bundledFiles } = templates;
      const expected = await renderDocument(await createSampleModel('invoice'), {
        templates: bundledFiles,
        customFonts: [],
      });
      expect(expected.equals(await broken.renderPdf(await createSampleModel('invoice')))).toBe(
        true,
      );
      await broken.onApplicationBootstrap();
      expect(expected.equals(await broken.renderPdf(await createSampleModel('invoice')))).toBe(
        true,
      );
    });

    // Other systems refuse such names.
    (process.platform === 'linux' ? it : it.skip)(
      'are read beside files and folders whose names aren’t UTF-8',
      () => {
        const own = mkdtempSync(join(folder, 'own-'));
        writeFileSync(join(own, 'order.typ'), 'Only this');
        const invalid = Buffer.concat([Buffer.from(`${own}/caf`), Buffer.from([0xe9])]);
        writeFileSync(Buffer.concat([invalid, Buffer.from('.typ')]), 'x');
        mkdirSync(invalid);
        writeFileSync(Buffer.concat([invalid, Buffer.from('/part.typ')]), 'x');
        const configuration = Configuration.from({ DOCUMENT_TEMPLATES: own });
        const read = new DocumentTemplates(configuration).getFiles('order');
        expect([...read.keys()].sort()).toEqual([...templates.bundledFiles.keys()].sort());
        expect(read.get('order.typ')?.toString()).toBe('Only this');
      },
    );

    it('abort the start if their folder can’t be read', () => {
      expect(
        () => new DocumentTemplates(Configuration.from({ DOCUMENT_TEMPLATES: '/nowhere' })),
      ).toThrow("DOCUMENT_TEMPLATES: /nowhere can't be read (ENOENT)");
    });
  });
});
