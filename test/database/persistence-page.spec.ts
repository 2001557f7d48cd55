/** @engine */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import type { DataAccess } from '../../src/database';
import { openSample, plan } from './sample';
import * as samples from './sample.entity';

type Example = (dataAccess: DataAccess, pId: string) => Promise<number>;

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/persistence.md'), 'utf8');

/** The files of all areas whose text matches, and what the pattern captured. */
function found(pattern: RegExp): { file: string; captured: string }[] {
  const files = ['src/modules', 'src/platform'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  );
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => {
      const match = pattern.exec(readFileSync(join(root, file), 'utf8'));
      return match ? [{ file: basename(file), captured: match[1] ?? '' }] : [];
    });
}

/** The example of the page, with the imports that it names. */
function example(): Example {
  const code = /```ts\n([^]*?)```/.exec(page)?.[1] ?? '';
  const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
  const exported: { openShop?: Example } = {};
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own text
  new Function('exports', 'require', transpile(code, options))(exported, () => samples);
  if (!exported.openShop) throw new Error('The page has no example');
  return exported.openShop;
}

describe('docs/persistence.md', () => {
  it('has an example that works, and leaves nothing when it fails', async () => {
    const { dataAccess, close } = await openSample();
    const { Line, Shop, Town } = samples;
    await dataAccess.unitOfWork.run(() => dataAccess.writer.insert(Town, [{ pId: 'harbour' }]));
    const id = await example()(dataAccess, 'kiosk');
    const lines = plan(['pId']);
    expect(
      await dataAccess.loader.findById(
        Shop,
        id,
        plan(['openedAt'], { town: plan(['pId']), lines }),
      ),
    ).toMatchObject({
      openedAt: new Date('2026-11-20T09:30:00Z'),
      town: { pId: 'harbour' },
      lines: [{ pId: 'first' }, { pId: 'second' }],
    });
    await expect(example()(dataAccess, 'kiosk')).rejects.toThrow();
    expect(await dataAccess.loader.listWhere(Line, [], lines)).toHaveLength(2);
    await close();
  });

  it('names all records that are locked, and everything that locks them', () => {
    const [, table = ''] = page.split('| parent |');
    const rows = [...table.split('\n\n')[0]!.matchAll(/^\| `(\w+)` \|.*\|(.*)\|$/gm)];
    const tables = found(/@Entity\('(\w+)'\)[^]*(?:@LockCountColumn| extends ResourceEntity)/).map(
      ({ captured }) => captured,
    );
    expect(rows.map(([, name]) => name).sort()).toEqual(tables.sort());
    const named = rows.flatMap(([, , files = '']) => [...files.matchAll(/`([\w.-]+)`/g)]);
    // Code that locks through another file's lock (`this.stateChangeWriter.lock`, `stateReader.lock`) is listed with that file.
    const locking = found(
      /(?<!this|stateChangeWriter|documentUpdater|stateReader)\.lock(?:Where|ByPIds)?\(|\.lookUpAndLockReferences\(/,
    );
    expect([...new Set(named.map(([, file]) => file))].sort()).toEqual(
      locking.map(({ file }) => file).sort(),
    );
  });
});
