import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createOrder, importMasters, smallOrder } from '../api/sales/sample-store';
import { listCompileErrors } from '../support/jest/compiler';
import { isLong } from '../support/random/cases';
import { temporaryFolder } from '../support/service/database';
import { MASTER_KEY, Service } from '../support/service/service';

const run = promisify(execFile);
const ROOT = join(__dirname, '../..');
const GENERATOR = join(dirname(require.resolve('@hey-api/openapi-ts/package.json')), 'bin/run.js');

/** Reads pending orders: items and whole orders, whose rows are products or bundles. */
const program = `
  import { type AnyRowRecord, type OrdersDocumentPage, listPendingOrders } from './api';
  import { createClient } from './api/client';

  const [, , baseUrl = '', auth = ''] = process.argv;
  const client = createClient({ baseUrl, auth });
  const isWhole = (page: object): page is OrdersDocumentPage =>
    'orders' in page && (page.orders as object[]).every((order) => 'ROWS' in order);
  const namesIn = (row: AnyRowRecord): string[] =>
    row.TYPE === 3 ? row.ITEMS.map(({ NAME, SKU }) => NAME + SKU) : [row.NAME + row.SKU];

  async function work(): Promise<void> {
    const list = await listPendingOrders({ client, throwOnError: true });
    const whole = await listPendingOrders({ client, query: { expand: 'document' }, throwOnError: true });
    if (!isWhole(whole.data)) throw new Error('These are no orders');
    const total: number = list.data.items;
    const ids = list.data.orders.map(({ ID }) => ID);
    const names = whole.data.orders.map(({ ROWS }) => ROWS.flatMap(namesIn));
    const refused = await listPendingOrders({ client, query: { page: 0 } });
    console.log(JSON.stringify({ total, ids, names, code: refused.error?.code }));
  }
  void work();
`;

// Changes of the types are compiled by test/contract/typed-client.
(isLong ? describe : describe.skip)('a client that a second generator makes', () => {
  it('compiles, and reads pending orders', async () => {
    const folder = temporaryFolder();
    const service = await Service.start();
    try {
      const input = join(ROOT, 'docs/openapi.json');
      const parameters = ['-i', input, '-o', join(folder, 'api'), '--no-log-file', '-s'];
      mkdirSync(folder);
      await run(process.execPath, [GENERATOR, ...parameters], { cwd: folder });
      writeFileSync(join(folder, 'main.ts'), program);
      const errors = listCompileErrors({
        compilerOptions: {
          ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
          ...{ module: 'commonjs', target: 'es2023', rootDir: folder },
          ...{ lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: ['node'] },
          ...{ typeRoots: [join(ROOT, 'node_modules/@types')], outDir: join(folder, 'out') },
        },
        files: [join(folder, 'main.ts')],
      });
      expect(errors).toEqual([]);
      await importMasters(service);
      const items = [{ name: 'Cup', sku: '-C', quantity: 1, price: 5 }];
      const rows = [
        { name: 'Shirt', sku: '-S', quantity: 1, price: 10 },
        { type: 'bundle', name: 'Set', quantity: 1, items },
      ];
      const made = [await createOrder(service), await createOrder(service, smallOrder({ rows }))];
      const main = join(folder, 'out/main.js');
      const { stdout } = await run(process.execPath, [main, service.url, MASTER_KEY]);
      expect(JSON.parse(stdout)).toEqual({
        total: 2,
        ids: made.map(({ ID }) => ID),
        names: [['Shirt'], ['Shirt-S', 'Cup-C']],
        code: 'request.invalid',
      });
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
