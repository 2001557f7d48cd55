import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { difference, documentedAnswers } from './answers';
import { missingPrograms, ShellSession } from './session';

const blockOf = (...lines: string[]) => ({ name: '', line: 10, lines });

describe('what a page shows of an answer', () => {
  const shown = (...lines: string[]) => documentedAnswers(blockOf(...lines));

  it('is read from the comment behind a command', () => {
    expect(shown('curl -s x   # 201, made', 'curl y', '# {"A":1}, no more', 'ls   # 100')).toEqual([
      { line: 10, status: 201 },
      { line: 12, body: { A: 1 } },
    ]);
    expect(shown('curl x', '# 201 {"A": [{"B": 1},', '#   {"B": 2}], ...}')).toEqual([
      { line: 11, status: 201, body: { A: [{ B: 1 }, { B: 2 }], '...': 0 } },
    ]);
  });

  it.each([
    ['# {"A":1}', { A: 1 }, undefined],
    ['# {"A":1}', { A: 2 }, '/A: the page shows 1, the answer has 2'],
    ['# {"A":1}', { A: 1, B: 2 }, '/: the page does not show B'],
    ['# {"A":1}', {}, '/: A is missing'],
    ['# {"A":1, ...}', { A: 1, B: 2 }, undefined],
    ['# {"ID":7}', { ID: 1 }, undefined],
    ['# {"ID":7}', { ID: '1' }, '/ID: the page shows "number", the answer has "1"'],
    ['# {"A":[]}', { A: [1] }, '/A: the page shows "0 elements", the answer has [1]'],
    ['# {"A":[...]}', { A: [1] }, undefined],
    ['# {"A":[...]}', { A: 1 }, '/A: the page shows "a list", the answer has 1'],
    ['# {"A":[{"B":1}, ...]}', { A: [{ B: 2 }] }, '/A/0/B: the page shows 1, the answer has 2'],
    ['# {"A":"abc..."}', { A: 'abcdef' }, undefined],
  ])('%s of %j', (comment, answer, found) => {
    expect(difference(shown(comment)[0]?.body, answer)).toBe(found);
  });
});

(missingPrograms.length === 0 ? describe : describe.skip)('a session', () => {
  let server: Server;
  let session: ShellSession;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const answer = request.url === '/import' ? '{"created":1,"rejected":2}' : '{"A":1}';
      response.writeHead(request.url === '/missing' ? 404 : 200).end(answer);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => new Promise((done) => server.close(done)));
  beforeEach(() => (session = new ShellSession()));
  afterEach(() => {
    session.end();
  });

  const problemsOf = (...lines: string[]) => {
    const { port } = server.address() as AddressInfo;
    return session.run([blockOf(...lines)], { URL: `http://127.0.0.1:${port}` });
  };

  it('finds nothing in commands that match their page', async () => {
    const lines = [
      'run() { curl -s "$URL/$1"; }',
      'A=$(run a | sed s/1/2/)',
      'echo "$A" | grep -q 2',
    ];
    expect(await problemsOf(...lines, 'run missing   # 404', 'run a', '# 200 {"A":1}')).toEqual([]);
  });

  it.each([
    [['true', 'curl -s "$URL/missing"'], /^line 11: 404 instead of success\n\{"A":1\}/],
    [['f() {', '  curl -s "$URL/missing" | cat', '}', 'f'], /^line 13: 404/],
    [['A=$(curl -s "$URL/missing")'], /^line 10: 404/],
    [['curl -s "$URL" \\', '  -X POST   # 201'], /^line 10: 200 instead of 201/],
    [['curl -s "$URL"', '# {"B":1}'], /^line 10: \/: the page does not show A/],
    [['curl -s "$URL/import"'], /^line 10: 2 lines were rejected/],
    [['false'], /^line 10: exit code 1: false/],
    [['curl -s http://127.0.0.1:1/'], /^line 10: exit code 7/],
    [['echo "$NOTHING"'], /^exit code 1/],
    [['if'], /^exit code 2/],
  ])('reports what is wrong with %j', async (lines, problem) => {
    const [first] = await problemsOf(...lines);
    expect(first).toMatch(problem);
  });
});
