/** @engine platform/data-transfer/imports */
import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { copyFiles, exportService, importAsCommand } from '../../support/export';
import { generateStore } from '../../support/random/generated-store';
import { MASTER_KEY, Service } from '../../support/service/service';

const IMPORTS = 4;

let filled: Service;
let store: Service;
beforeAll(async () => {
  filled = await Service.start();
  await fillStore(new Client(filled.url, MASTER_KEY), {
    ...{ seed: 7, customers: 12, orders: 30, today: '2026-03-01' },
  });
});
afterAll(() => filled.stop());
beforeEach(async () => {
  store = await Service.start();
});
afterEach(() => store.stop());

/** Sends the same records several times at once. @returns the summaries */
function sendAtOnce(lines: readonly string[]) {
  return Promise.all(Array.from({ length: IMPORTS }, () => importAsCommand(store, lines)));
}

describe('The same records, sent four times at once', () => {
  it('are stored once and never rejected, whatever an export holds', async () => {
    const { exportedLines } = await exportService(filled);
    await copyFiles(filled, store);
    const summaries = await sendAtOnce(exportedLines);
    expect(summaries.flatMap(({ errors }) => errors)).toEqual([]);
    expect((await exportService(store)).exportedLines).toEqual(exportedLines);
  });

  it('are stored once and never rejected, of the kinds that operations know', async () => {
    const lines = [...generateStore({ seed: 5, orders: 60 })].map((line) => JSON.stringify(line));
    const summaries = await sendAtOnce(lines);
    expect(summaries.flatMap(({ errors }) => errors)).toEqual([]);
    const created = summaries.reduce((sum, one) => sum + one.created, 0);
    expect(created).toBe(lines.length);
    expect(await importAsCommand(store, lines)).toMatchObject({ unchanged: lines.length });
  });
});
