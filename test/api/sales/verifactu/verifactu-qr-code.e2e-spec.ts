import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../support/service/database';
import { Service } from '../../../support/service/service';
import { AeatStandIn } from '../../../support/verifactu/aeat-stand-in';
import {
  createInvoice,
  importOffices,
  type IssuedPaper,
  masters,
  setMode,
  TAX_NUMBER,
} from '../../../support/verifactu/verifactu-store';
import { importLines } from '../../../support/import';

const DOTS_PER_INCH = '300';

const isInstalled = ['pdftoppm', 'zbarimg'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

describe('The QR code of an invoice', () => {
  const folder = temporaryFolder();
  let aeat: AeatStandIn;
  let service: Service;

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    aeat = await AeatStandIn.start([TAX_NUMBER]);
    service = await Service.start(aeat.environment);
    await importOffices(service);
    // Characters that URLs escape.
    const series = [
      { document: 'invoice', prefix: 'F/26 &%+', suffix: '#A' },
      { document: 'creditNote', prefix: 'AB?', suffix: '' },
    ];
    await importLines(service, [{ ...masters[0], series }]);
    await setMode(service, 'test', 'madrid');
  });

  afterAll(async () => {
    await service.stop();
    await aeat.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Draws the first page. @returns what its codes say, as a program for cameras reads them */
  async function readCodes(path: string): Promise<string[]> {
    const { body } = await service.get(`/v1/${path}/document/pdf`);
    const [pdf, page] = [join(folder, 'page.pdf'), join(folder, 'page')];
    writeFileSync(pdf, Buffer.from((body as { content: string }).content, 'base64'));
    execFileSync('pdftoppm', ['-png', '-r', DOTS_PER_INCH, '-singlefile', pdf, page]);
    const options = ['--nodbus', '--quiet', '--raw', `${page}.png`];
    return execFileSync('zbarimg', options, { encoding: 'utf8' }).trim().split('\n');
  }

  // Debian's poppler-utils and zbar-tools, which npm run verify:long installs.
  (isInstalled ? it : it.skip)('leads to VERIFACTU.URL', async () => {
    const invoice = await createInvoice(service);
    const { body } = await service.post(`/v1/invoices/${invoice.ID}/creditNotes`, {
      creditNotes: { full: true },
    });
    const note = body as IssuedPaper;
    for (const [path, paper] of [
      [`invoices/${invoice.ID}`, invoice],
      [`creditNotes/${note.ID}`, note],
    ] as const) {
      expect(await readCodes(path)).toEqual([paper.VERIFACTU.URL]);
      const query = new URL(paper.VERIFACTU.URL).searchParams;
      expect(query.get('numserie')).toBe(paper.DOCUMENTNUMBER);
      expect(query.get('nif')).toBe(TAX_NUMBER);
    }
  });
});
