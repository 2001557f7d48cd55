import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltCommand, buildService, BuiltService } from '../support/servers/built-process';
import { temporaryFolder } from '../support/service/database';
import { MASTER_KEY } from '../support/service/service';
import { until } from '../support/until';
import { AeatStandIn } from '../support/verifactu/aeat-stand-in';
import { type IssuedPaper, spanishOrder } from '../support/verifactu/verifactu-store';

const page = readFileSync(join(__dirname, '../../docs/verifactu.md'), 'utf8');
const steps = /## From the certificate[^]*?\n## /.exec(page)?.[0] ?? '';

/** The blocks of the steps, by the language behind their fences. */
function listBlocks(language: string): string[] {
  const blocks = steps.matchAll(new RegExp(`^ *\`\`\`${language}\n([^]*?)^ *\`\`\``, 'gm'));
  return [...blocks].map(([, text = '']) => text.replace(/^ +/gm, '').trim());
}

describe('The page of Veri*factu', () => {
  const folder = temporaryFolder();
  let aeat: AeatStandIn;
  let service: BuiltService;
  let settings: Record<string, string>;

  beforeAll(async () => {
    await buildService();
    mkdirSync(folder, { recursive: true });
    const [variables = ''] = listBlocks('');
    const named = Object.fromEntries(
      variables.split('\n').map((line): [string, string] => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
    );
    aeat = await AeatStandIn.start([named['VERIFACTU_PRODUCER_TAX_ID'] ?? '']);
    const { VERIFACTU_CERTIFICATES, VERIFACTU_MARKS, VERIFACTU_URL } = aeat.environment;
    settings = {
      ...named,
      DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
      FILES_URL: `file:${join(folder, 'files')}`,
      BOOTSTRAP_API_KEY: MASTER_KEY,
      ...{ VERIFACTU_CERTIFICATES, VERIFACTU_MARKS, VERIFACTU_URL },
    };
    service = await BuiltService.start(settings);
  });

  afterAll(async () => {
    await service.stop();
    await aeat.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function send<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${service.url}/v1${path}`, {
      headers: { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as T;
  }

  it('takes a store from the certificate to the first accepted record', async () => {
    const [headquarter = '', mode = ''] = listBlocks('json').map((text) =>
      JSON.stringify(JSON.parse(text)),
    );
    const file = join(folder, 'headquarter.ndjson');
    const tax = JSON.stringify({ type: 'tax', pId: 'vat21', name: 'IVA 21', rate: 21 });
    writeFileSync(file, `${headquarter}\n${tax}\n${mode}\n`);
    const imported = await BuiltCommand.run(settings, 'import', file);
    expect(imported).toMatchObject({ code: 0 });
    const { pId } = (JSON.parse(mode) as { headquarter: { pId: string } }).headquarter;
    const orders = spanishOrder({ headquarter: { pId } });
    const order = await send<IssuedPaper>('/orders', { orders });
    const { ID } = await send<IssuedPaper>(`/orders/${order.ID}/invoices`, {});
    await until(async () => {
      const { VERIFACTU } = await send<IssuedPaper>(`/invoices/${ID}`);
      return VERIFACTU.STATE === 'accepted';
    });
    expect(await aeat.listFaults()).toEqual([]);
    // The command of the page does the same as the line.
    const command = /npm run cli -- (verifactu mode \w+ \w+)/.exec(steps)?.[1] ?? '';
    const set = await BuiltCommand.run(settings, ...command.split(' '));
    expect(set).toMatchObject({ code: 0, stdout: `${pId}\ttest\n` });
  });
});
