import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { Client } from '../../demo/client';
import { fillStore } from '../../demo/fill';
import { testServer } from '../support/service/database';
import { MASTER_KEY, Service } from '../support/service/service';
import { scaledTimeoutMs } from '../support/jest/timeouts';
import { SwaggerPage } from './swagger-page';

const program = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/** Milliseconds for a step: seconds on an idle machine, but browsers suffer most on a busy one. */
const PAGE_TIMEOUT_MS = 120_000;

/** A demo store, and Swagger UI of it in a browser. */
export interface OpenedStore {
  readonly service: Service;
  readonly swagger: SwaggerPage;
  /** Errors that scripts of the page have thrown so far. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Specs with a browser, by jest's `describe`. They are about the page, which is the same on both engines. So they
 * run on SQLite alone, and only where a browser is installed.
 */
export function describeInBrowser(name: string, specs: () => void): void {
  const isThere = existsSync(program);
  const canRun = testServer === undefined && isThere;
  const title = isThere ? name : `${name} (left out: there is no ${program})`;
  (canRun ? describe : describe.skip)(title, specs);
}

/**
 * Starts the service, fills its store, and opens Swagger UI.
 * @param orders in addition to those of the examples
 * @param environment of the service
 */
export async function openStore(
  orders = 0,
  environment: Readonly<Record<string, string>> = {},
): Promise<OpenedStore> {
  const service = await Service.start(environment);
  await fillStore(new Client(service.url, MASTER_KEY), {
    ...{ seed: 1, customers: 5, orders, today: '2026-03-01' },
  });
  const browser: Browser = await chromium.launch({ executablePath: program, args: flags });
  const context = await browser.newContext({ viewport: { width: 1100, height: 700 } });
  const page = await context.newPage();
  page.setDefaultTimeout(scaledTimeoutMs(PAGE_TIMEOUT_MS));
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const swagger = new SwaggerPage(page);
  await swagger.open(service.url);
  const close = async (): Promise<void> => {
    await browser.close();
    await service.stop();
  };
  return { service, swagger, faults, close };
}
