import { watchLog } from '../service/watched-logs';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- a part of jest's environment, in CommonJS
const LoggedErrors = require('./logged-errors.cjs') as new () => {
  readonly logs: Set<() => string>;
  noteIn(test: { readonly errors: unknown[] }): void;
};

describe('The errors that services log during a test', () => {
  const request = '{"level":30,"msg":"request","path":"/v1/news","status":200}\n';
  const failed =
    '{"level":50,"requestId":"r-1","msg":"request failed","err":{"stack":"Error: boom\\n    at news.ts:1"}}\n';
  const noted = (errors: readonly unknown[]) => (errors as Error[]).map(({ stack }) => stack);
  let log: string;
  let logged: InstanceType<typeof LoggedErrors>;

  beforeEach(() => {
    log = `The service listens on port 1\n${request}`;
    logged = new LoggedErrors();
    logged.logs.add(() => log);
  });

  it('are printed with their stacks when it fails', () => {
    log += failed;
    const failure = new Error('Expected 200');
    const errors = [failure];
    logged.noteIn({ errors });
    expect(errors[0]).toBe(failure);
    expect(noted(errors.slice(1))).toEqual([
      'The service logged errors\nrequest failed {"requestId":"r-1"}\nError: boom\n    at news.ts:1',
    ]);
  });

  it('are not those of an earlier test, nor printed when it passes', () => {
    log += failed;
    const passed: unknown[] = [];
    logged.noteIn({ errors: passed });
    expect(passed).toEqual([]);
    log += request;
    const errors = [new Error('Expected 200')];
    logged.noteIn({ errors });
    expect(errors).toHaveLength(1);
  });

  it('are those of every service of the file', () => {
    const { serviceLogs } = globalThis as unknown as { serviceLogs: Set<() => string> };
    const read = () => '';
    watchLog(read);
    expect(serviceLogs.delete(read)).toBe(true);
  });
});
