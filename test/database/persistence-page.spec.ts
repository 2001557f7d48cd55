import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import type { Stores } from '../../src/database';
import { openSample, plan } from './sample';
import * as samples from './sample.entity';

type Example = (stores: Stores, pId: string) => Promise<number>;

/** The example of the page, with the imports that it names. */
function example(): Example {
  const page = readFileSync(join(__dirname, '../../docs/persistence.md'), 'utf8');
  const code = /```ts\n([^]*?)```/.exec(page)?.[1] ?? '';
  const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
  const exported: { openShop?: Example } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page's own text
  new Function('exports', 'require', transpile(code, options))(exported, () => samples);
  if (!exported.openShop) throw new Error('The page has no example');
  return exported.openShop;
}

describe('docs/persistence.md', () => {
  it('has an example that works, and leaves nothing when it fails', async () => {
    const { stores, close } = await openSample();
    const { Line, Shop, Town } = samples;
    await stores.unitOfWork.run(() => stores.writer.insert(Town, [{ pId: 'harbour' }]));
    const id = await example()(stores, 'kiosk');
    const lines = plan(['pId']);
    expect(
      await stores.loader.byId(Shop, id, plan(['openedAt'], { town: plan(['pId']), lines })),
    ).toMatchObject({
      openedAt: new Date('2026-11-20T09:30:00Z'),
      town: { pId: 'harbour' },
      lines: [{ pId: 'first' }, { pId: 'second' }],
    });
    await expect(example()(stores, 'kiosk')).rejects.toThrow();
    expect(await stores.loader.where(Line, [], lines)).toHaveLength(2);
    await close();
  });
});
