import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Component {
  readonly 'bom-ref': string;
  readonly licenses?: readonly { readonly license?: { readonly id: string } }[];
}

interface ReleaseFiles {
  readonly accepted: Readonly<Record<string, string>>;
  billOfMaterials(): { readonly components: readonly Component[] };
  licenceOf(component: Component): string | undefined;
  licences(components: readonly Component[]): string;
  refused(components: readonly Component[]): string[];
}

// oxlint-disable-next-line typescript/no-require-imports -- a tool of the build, in CommonJS
const releaseFiles = require('../../.ci/release-files.cjs') as ReleaseFiles;
const { accepted, billOfMaterials, licenceOf, licences, refused } = releaseFiles;

const ROOT = join(__dirname, '../..');
const json = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

/** name@version of all that package-lock.json installs without the tools. */
function locked(): string[] {
  const { packages } = json('package-lock.json') as {
    packages: Record<string, { name?: string; version: string; dev?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .map(
      ([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)}@${version}`,
    );
}

describe('What is shipped', () => {
  const { components } = billOfMaterials();
  const listed = components.map((component) => component['bom-ref']);

  it('is all in the bill of materials, packages that tools need as well included', () => {
    expect(listed.toSorted()).toEqual([...new Set(locked())].sort());
    expect(listed).toEqual(expect.arrayContaining([expect.stringMatching(/^express@/)]));
  });

  it('is under accepted licences', () => {
    expect(refused(components)).toEqual([]);
  });

  it('would be refused under another one, or under none', () => {
    const other = { 'bom-ref': 'other@1.0.0', licenses: [{ license: { id: 'AGPL-3.0-only' } }] };
    expect(refused([...components, other, { 'bom-ref': 'silent@1.0.0' }])).toEqual([
      'other@1.0.0: AGPL-3.0-only',
      'silent@1.0.0: no licence',
    ]);
  });

  it('needs every licence of the list', () => {
    const used = new Set(components.map(licenceOf));
    expect(Object.keys(accepted).filter((licence) => !used.has(licence))).toEqual([]);
  });

  it('goes with the texts of its licences, those of the fonts included', () => {
    const text = licences(components);
    const { dependencies } = json('package.json') as { dependencies: Record<string, string> };
    const fonts = Object.keys(dependencies).filter((name) =>
      /^@(expo-google-fonts|embedpdf)\//.test(name),
    );
    expect(fonts.length).toBeGreaterThan(20);
    const [list = '', ...blocks] = text.split(`${'='.repeat(80)}\n`);
    for (const font of fonts) {
      expect(list).toMatch(new RegExp(`^${font}@.*: .*OFL-1.1`, 'm'));
      const own = blocks.filter((one) => one.split('\n\n')[0]?.includes(`${font}@`));
      expect(own.join()).toMatch(/SIL OPEN FONT LICENSE Version 1\.1/i);
    }
  });

  it('names the source of the currencies, with the licence of Unicode', () => {
    const table = readFileSync(join(ROOT, 'src/core/former-currencies.ts'), 'utf8');
    const [source = ''] = /cldr-core [\d.]+\d/.exec(table) ?? [];
    const text = licences(components);
    expect(text).toContain(`src/core/former-currencies.ts is made from ${source},`);
    for (const part of ['UNICODE LICENSE V3', 'Copyright ©', 'Permission is hereby granted'])
      expect(text.slice(text.indexOf(source))).toContain(part);
    expect(readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')).toMatch(/^COPY .*\bNOTICE /m);
  });
});
