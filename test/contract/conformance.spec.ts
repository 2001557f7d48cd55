import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Conformance {
  chosenSpecs(): Map<string, string>;
  page(): string;
  specifiedOperations(): { readonly operation: string }[];
}

interface Deviation {
  readonly operations: readonly string[];
  readonly spec: string;
}

const ROOT = join(__dirname, '../..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

// oxlint-disable-next-line typescript/no-require-imports -- a tool of the build, in CommonJS
const conformance = require('../../.ci/conformance.cjs') as Conformance;
const { chosenSpecs, page, specifiedOperations } = conformance;

const operations = specifiedOperations().map(({ operation }) => operation);
const deviations = JSON.parse(text('test/contract/deviations.json')) as Deviation[];

describe('the page of the conformance', () => {
  it('is as it is generated', () => {
    expect(text('docs/conformance.md')).toBe(page());
  });

  it('has every operation of the specification, with a spec that is there', () => {
    expect(operations).toHaveLength(204);
    const specs = chosenSpecs();
    expect([...specs.keys()].sort()).toEqual([...operations].sort());
    const missing = [...specs.values()].filter((file) => !existsSync(join(ROOT, file)));
    expect(missing).toEqual([]);
  });

  it('names deviations of operations that there are, each with its spec', () => {
    for (const { operations: named, spec } of deviations) {
      expect(operations).toEqual(expect.arrayContaining([...named]));
      expect(existsSync(join(ROOT, spec))).toBe(true);
    }
  });
});
