import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runImportCommand, runImport } from '../../../src/platform/data-transfer/imports';
import { serviceGlobal } from '../../support/service/service-global';
import { OpenedIntake, product } from './opened-import-service';
import { writtenText } from '../../support/written-text';

let opened: OpenedIntake;
let folder: string;
beforeAll(async () => {
  opened = await OpenedIntake.open();
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await opened.close();
});

function fileOf(name: string, ...lines: (object | string)[]): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'),
  );
  return path;
}

/** Runs the command and collects its output. */
async function command(
  file: string,
  { isTTY = false, errors, dryRun }: { isTTY?: boolean; errors?: string; dryRun?: boolean } = {},
): Promise<{ code: number; output: string; messages: string }> {
  const output = new PassThrough();
  const messages = Object.assign(new PassThrough(), { isTTY, columns: 200 });
  const code = await runImportCommand(opened.intake, file, {
    output,
    messages,
    ...(errors === undefined ? {} : { errors }),
    ...(dryRun === undefined ? {} : { dryRun }),
  });
  return { code, output: writtenText(output), messages: writtenText(messages) };
}

describe('The command import', () => {
  it('prints the summary and ends with 0 when everything was stored', async () => {
    const { code, output, messages } = await command(fileOf('good', product('a'), product('b')));
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      created: 2,
      rejected: 0,
      types: { product: { created: 2 } },
    });
    expect(messages).toMatch(/^100 %, 2 lines, \d+ lines\/s, 0 rejected, 0 s left\n$/);
  });

  it('checks records and stores none with --dry-run, and ends as the import would', async () => {
    const errors = join(folder, 'checked.ndjson');
    const file = fileOf('checked', product('unstored'), { type: 'product', pId: 'nameless' });
    for (const created of [1, 1]) {
      const { code, output } = await command(file, { errors, dryRun: true });
      expect(code).toBe(1);
      expect(JSON.parse(output)).toMatchObject({ created, rejected: 1, dryRun: true });
      expect(readFileSync(errors, 'utf8')).toContain('"pId":"nameless"');
    }
    expect((await command(file, { dryRun: false })).output).toContain('"created": 1');
  });

  it('ends with 1 when lines were rejected, and writes all errors to the file', async () => {
    const bad = Array.from({ length: 1200 }, () => '{');
    const errors = join(folder, 'errors.ndjson');
    const { code, output } = await command(fileOf('bad', ...bad, product('c')), { errors });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ created: 1, rejected: 1200, errorsTruncated: true });
    const written = readFileSync(errors, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(written).toHaveLength(1200);
    expect(written[1199]).toEqual({
      _error: {
        line: 1200,
        code: 'json.malformed',
        detail: 'The text is not valid JSON. See column 2.',
        pointer: '',
      },
    });
  });

  it('writes rejected records as they were sent, to be corrected and imported again', async () => {
    const errors = join(folder, 'records.ndjson');
    const tax = { type: 'tax', pId: 'vat', name: 'VAT', rate: 21.00005, reRate: 'none' };
    const parent = { id: 0, pId: 'later' };
    const zone = { type: 'zone', pId: 'part', name: 'Part', countryCode: 'es', parent };
    await command(fileOf('rejected', '\ufeff' + JSON.stringify(tax), product('r'), zone), {
      errors,
    });
    const linesOf = () => readFileSync(errors, 'utf8').trimEnd().split('\n');
    expect(linesOf().map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...tax,
        _error: {
          line: 1,
          code: 'value.type',
          detail: expect.any(String) as string,
          pointer: '/reRate',
        },
      },
      {
        ...zone,
        _error: {
          line: 3,
          code: 'reference.notFound',
          detail: expect.any(String) as string,
          pointer: '/parent',
        },
      },
    ]);
    const corrected = linesOf().map((line) =>
      line.replace('"none"', '5.2').replace('21.00005', '21'),
    );
    const again = fileOf('corrected', { ...zone, pId: 'later', parent: {} }, ...corrected);
    expect(JSON.parse((await command(again, { errors })).output)).toMatchObject({
      types: { tax: { created: 1 }, zone: { created: 2 } },
    });
    expect(readFileSync(errors, 'utf8')).toBe('');
  });

  it('leaves passwords and secrets out of the file, which its owner alone can read', async () => {
    const errors = join(folder, 'secrets.ndjson');
    writeFileSync(errors, 'of an earlier import');
    chmodSync(errors, 0o644);
    const secrets = {
      ...{ password: 'hunter2-a', passwordHash: 'hunter2-b', keyHash: 'hunter2-c' },
      ...{ oldSecrets: [{ secret: 'hunter2-d' }], parts: [{ secret: 'hunter2-e' }] },
    };
    const url = 'https://hooks.example.com/hunter2-f?token=hunter2-g';
    await command(
      fileOf(
        'secret',
        { type: 'users', pId: 'typo', ...secrets },
        { type: 'webhook', pId: 'hook', url, active: true, ...secrets },
        { type: 'statusAction', pId: 'action', parameters: { url, secretName: 'own' } },
      ),
      { errors },
    );
    const written = readFileSync(errors, 'utf8');
    expect(written).not.toContain('hunter2');
    const records = written
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const error = { _error: expect.objectContaining({ code: 'type.unknown' }) as object };
    expect(records).toEqual([
      { type: 'users', pId: 'typo', parts: [{}], ...error },
      { type: 'webhook', pId: 'hook', url: 'https://hooks.example.com', parts: [{}], ...error },
      {
        ...{ type: 'statusAction', pId: 'action', active: false, ...error },
        parameters: { url: 'https://hooks.example.com', secretName: 'own' },
      },
    ]);
    expect(statSync(errors).mode & 0o777).toBe(0o600);
  });

  it('shows a bar on a terminal', async () => {
    const { code, messages } = await command(fileOf('bar', product('d'), '{'), { isTTY: true });
    expect(code).toBe(1);
    expect(messages).toMatch(/100 % \| 2 lines \| \d+ lines\/s \| 1 rejected \| 0 s left/);
  });

  it('ends with 2 and reports why when it fails', async () => {
    const missing = await command(join(folder, 'missing'));
    expect(missing).toMatchObject({
      code: 2,
      output: '',
      messages: expect.stringContaining('ENOENT'),
    });
    expect(await command(folder)).toMatchObject({
      code: 2,
      messages: expect.stringContaining('EISDIR'),
    });
    const errors = join(folder, 'no', 'such', 'folder');
    expect(await command(fileOf('unstored', product('e')), { errors })).toMatchObject({ code: 2 });
    expect((await opened.catalog.findByPIds('product', ['e'])).size).toBe(0);
  });

  it('ends after its batch with 2 and the summary so far when it is interrupted', async () => {
    const { process } = serviceGlobal;
    const listeners = process.listenerCount('SIGINT');
    const file = fileOf(
      'long',
      ...Array.from({ length: 2000 }, (_, index) => product(`f${index}`)),
    );
    const running = command(file);
    const poll = setInterval(() => {
      if (process.listenerCount('SIGINT') > listeners) process.emit('SIGINT');
    }, 1);
    const { code, output } = await running;
    clearInterval(poll);
    expect(code).toBe(2);
    expect((JSON.parse(output) as { created: number }).created).toBeLessThan(2000);
    expect(process.listenerCount('SIGINT')).toBe(listeners);
  });

  it('has all scopes, and may break off anywhere: run again it ends in the same state', async () => {
    const lines = Array.from({ length: 700 }, (_, index) => product(`k${index}`));
    const file = fileOf('again', ...lines);
    for (const after of [1, 2]) {
      const broken = runImport(opened.intake, file, {
        onProgress: ({ lines: done }) => {
          if (done === 250 * after) throw new Error('killed');
        },
      });
      await expect(broken).rejects.toThrow('killed');
    }
    expect(await runImport(opened.intake, file)).toMatchObject({ created: 200, unchanged: 500 });
    expect(await runImport(opened.intake, file)).toMatchObject({ created: 0, unchanged: 700 });
  });
});
