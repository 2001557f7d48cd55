/**
 * Writes what the TypeScript client knows of the interface from docs/openapi.json: its types, and the codes of its
 * problems. One problem document describes all errors, so they are not listed for each operation.
 * Usage: node .ci/client-types.cjs docs/openapi.json clients/typescript/src
 */
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join, resolve } = require('node:path');

const [source, target] = process.argv.slice(2);
const generator = join(dirname(require.resolve('openapi-typescript')), '../bin/cli.js');

const document = JSON.parse(readFileSync(source, 'utf8'));
const codes = new Set();

const problem = {
  description: 'The problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
  const done = {};
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (status.startsWith('2')) done[status] = { ...answer, headers: undefined };
    else for (const [, code] of answer.description.matchAll(/`([\w.]+)`: /g)) codes.add(code);
  }
  operation.responses = { ...done, default: problem };
}

delete document.components.headers;

const withoutExamples = JSON.stringify(document, (key, value) =>
  /^(examples?|x-enum-varnames)$/.test(key) ? undefined : value,
);
const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
try {
  const input = join(folder, 'openapi.json');
  writeFileSync(input, withoutExamples);
  // Members with a default may be left out of a request.
  const options = ['--default-non-nullable=false', '-o', resolve(target, 'schema.ts')];
  execFileSync(process.execPath, [generator, input, ...options], { cwd: folder, stdio: 'ignore' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const members = [...codes].sort().map((code) => `  | '${code}'`);
writeFileSync(
  join(target, 'problem-code.ts'),
  `/** The codes of the service's problems; made of its OpenAPI document. */\nexport type ProblemCode =\n${members.join('\n')};\n`,
);
