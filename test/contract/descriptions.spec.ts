import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

/** Sentences that an operation's declaration adds to its description. */
const added = /^(Errors:\n|Needs (no credentials|the scope )|Any key may call it|With `)/;

const MOST_SENTENCES = 3;
const endOfSentence = /(?<=\.)\s+(?=\S)/u;

/** Its own words may be long where they list what is allowed, but not endless. */
const MOST = 1200;

describe('the descriptions of the OpenAPI document', () => {
  const file = join(__dirname, '../../docs/openapi.json');
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s describes in its own words what it does',
    (_id, { summary, description }) => {
      const [own = '', ...rest] = description.split('\n\n');
      expect(own).not.toMatch(added);
      expect(own).toMatch(/^(\p{Lu}|-?\d|`).{18,}\.$/su);
      expect(own.length).toBeLessThan(MOST);
      expect(own.split(endOfSentence).length).toBeLessThanOrEqual(MOST_SENTENCES);
      expect(own).not.toBe(`${summary}.`);
      expect(rest.filter((paragraph) => !added.test(paragraph))).toEqual([]);
    },
  );

  it('has no two operations in one word for different things', () => {
    const byWords = new Map<string, Set<string>>();
    for (const { description, operationId } of operations) {
      const [own = ''] = description.split('\n\n');
      byWords.set(own, (byWords.get(own) ?? new Set()).add(operationId));
    }
    // The same is done by id or by pId, for several kinds of documents, or to a part of several records.
    const shared = [...byWords.values()].filter(({ size }) => size > 4);
    expect(shared).toEqual([]);
  });

  it('describes the way of an RMA from the request to the refund', () => {
    const { description = '' } = document.tags.find(({ name }) => name === 'RMAs') ?? {};
    const steps = ['createRma', 'changeRmaStatus', '3 (Authorized)', '2 (In process)'];
    const further = ['5 (Accepted)', 'createReturn', '4 (Completed)', 'createCreditNote'];
    const places = [...steps, ...further].map((step) => description.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });
});
