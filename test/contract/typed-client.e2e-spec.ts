import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listCompileErrors } from '../support/jest/compiler';
import { temporaryFolder } from '../support/service/database';
import { MASTER_KEY, Service } from '../support/service/service';

type Calls = (
  baseUrl: string,
  key: string,
) => Promise<Readonly<Record<string, readonly [number, unknown]>>>;

const ROOT = join(__dirname, '../..');
const CLIENT = join(__dirname, 'client');
const TYPES = join(ROOT, 'node_modules/@types');
const GENERATOR = join(dirname(require.resolve('openapi-typescript')), '../bin/cli.js');

/**
 * The compiler's errors about the client, over the types that openapi-typescript makes of docs/openapi.json. Members
 * with a default may be left out of a request, which its option is for.
 */
function compile(folder: string): string[] {
  const types = join(folder, 'store-api.d.ts');
  const document = join(folder, 'openapi.json');
  writeFileSync(document, withoutProse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')));
  const parameters = [document, '--default-non-nullable=false', '-o', types];
  execFileSync(process.execPath, [GENERATOR, ...parameters], { cwd: ROOT, stdio: 'ignore' });
  return listCompileErrors({
    extends: join(CLIENT, 'tsconfig.json'),
    compilerOptions: { paths: { 'store-api': [types] }, typeRoots: [TYPES] },
    include: [CLIENT],
    exclude: [],
  });
}

/** Examples and descriptions make nearly all of the document, and nothing of the types. */
function withoutProse(document: string): string {
  return JSON.stringify(JSON.parse(document), (key, value: unknown) => {
    if (/^examples?$/.test(key)) return undefined;
    return key === 'description' && typeof value === 'string' ? '-' : value;
  });
}

describe('a client that is generated from the OpenAPI document', () => {
  it('compiles under strict types', () => {
    const folder = temporaryFolder();
    mkdirSync(folder);
    try {
      expect(compile(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('gets from every area what it expects', async () => {
    // Only the spec's own compilation knows the generated types that it needs.
    const { callEachArea } = jest.requireActual<{ callEachArea: Calls }>('./client/calls');
    const service = await Service.start();
    try {
      expect(await callEachArea(service.url, MASTER_KEY)).toEqual({
        customTags: [201, 'Size'],
        news: [200, 0],
        locations: [201, 'shop'],
        definitions: [201, 'Gift wrap'],
        import: [200, 1],
        channels: [201, 'shop'],
        users: [201, 'ada@example.com'],
        sales: [200, expect.anything()],
        files: [201, expect.anything()],
        util: [200, expect.any(String)],
        keys: [201, ['sales:read']],
        login: [401, 'login.failed'],
      });
    } finally {
      await service.stop();
    }
  });
});
