/** Runs in every file of specs behind two processes: starts the second ones, and skips what `skipped.ts` names. */
import http from 'node:http';
import { relative, join } from 'node:path';
import { Service } from '../support/service/service';
import { SecondProcess } from './second-process';
import { skipped } from './skipped';

Service.prepareSecond = () => SecondProcess.prepare();
// A connection goes to one process: so each request gets one of its own.
http.globalAgent = new http.Agent();

const API = join(__dirname, '../api');
const file = relative(API, expect.getState().testPath ?? '').replace(/\.e2e-spec\.ts$/, '');
const reasons = skipped[file] ?? {};
const met = new Set<string>();

/** `it`, `describe` or one of their kinds that takes a name first. */
type Named = (name: string, ...rest: unknown[]) => unknown;
type Kinds = Named & { skip: Kinds; only: Kinds; each: (...table: unknown[]) => Named };

function choosing(real: Kinds): Kinds {
  const chosen = (name: string): Kinds => {
    const known = ['*', name].find((one) => one in reasons);
    if (known !== undefined) met.add(known);
    return known === undefined ? real : real.skip;
  };
  const choose: Named = (name, ...rest) => chosen(name)(name, ...rest);
  return Object.assign(choose, {
    skip: real.skip,
    only: real.only,
    each:
      (...table: unknown[]): Named =>
      (name, ...rest) =>
        chosen(name).each(...table)(name, ...rest),
  });
}

Object.assign(globalThis, {
  it: choosing(it as unknown as Kinds),
  describe: choosing(describe as unknown as Kinds),
});

afterAll(() => {
  // A name that is not there any more.
  expect([...met].sort()).toEqual(Object.keys(reasons).sort());
});
