import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BuiltService, buildService } from '../support/servers/built-process';
import { isLong } from '../support/random/cases';
import { freePort } from '../support/servers/free-port';
import { MASTER_KEY } from '../support/service/service';
import { until } from '../support/until';

/** Languages of the examples, and the programs that run them. */
type Language = 'python' | 'php' | 'java';

const EXAMPLES = resolve(__dirname, '../../docs/examples');
const ORDERS = 30;

const isThere = (language: Language): boolean =>
  spawnSync(language === 'python' ? 'python3' : language, [language === 'java' ? '-version' : '-v'])
    .status === 0;

interface Event {
  readonly webhookId: string;
  readonly type: string;
  readonly ID: number;
}

/** Before releases alone: it takes a minute, and the languages. */
const languages = isLong ? (['python', 'php', 'java'] as const).filter(isThere) : [];

(isLong ? describe : describe.skip)(
  'examples in other languages, with a service that is killed',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'examples-'));
    const programs: ChildProcess[] = [];
    let port: number;
    let service: BuiltService;
    let created: number[];

    const pathIn = (language: Language, name: string): string =>
      join(folder, `${language}-${name}`);

    const startService = async (): Promise<void> => {
      service = await BuiltService.start({
        ...{ PORT: String(port), BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'info' },
        ...{ DATABASE_URL: `sqlite:${folder}/store.sqlite`, FILES_URL: `file:${folder}/files` },
        ...{ WEBHOOK_PRIVATE_ADDRESSES: 'on' },
        WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'examples').toString('base64'),
      });
    };

    /** Sends a request until the service answers. */
    async function post<T>(path: string, body: object): Promise<T> {
      const headers = {
        ...{ Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' },
        'Idempotency-Key': JSON.stringify(body).slice(0, 60).replace(/\W/g, ''),
      };
      for (;;) {
        try {
          const url = `http://127.0.0.1:${port}/v1${path}`;
          const response = await fetch(url, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          });
          if (response.status === 201) return (await response.json()) as T;
          if (response.status !== 409) throw new Error(await response.text());
          return (await response.json()) as T;
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
      }
    }

    function start(language: Language, name: string, environment: Record<string, string>): void {
      const [python, php, java] = {
        poll: ['poll_orders.py', 'poll_orders.php', 'PollOrders'],
        mirror: ['mirror_changes.py', 'mirror_changes.php', 'MirrorChanges'],
        receive: ['receive_webhooks.py', 'receive_webhooks.php', 'ReceiveWebhooks'],
      }[name] as [string, string, string];
      const serving = ['-S', `127.0.0.1:${environment['PORT']}`];
      const commands: Readonly<Record<Language, readonly [string, ...string[]]>> = {
        python: ['python3', join(EXAMPLES, 'python', python)],
        php: ['php', ...(name === 'receive' ? serving : []), join(EXAMPLES, 'php', php)],
        java: ['java', '-cp', join(folder, 'classes'), java],
      };
      const [program, ...args] = commands[language];
      const env = {
        ...{ PATH: process.env['PATH'], BASE_URL: `http://127.0.0.1:${port}`, API_KEY: MASTER_KEY },
        ...environment,
      };
      programs.push(spawn(program, args, { env, stdio: 'ignore' }));
    }

    beforeAll(async () => {
      await buildService();
      port = await freePort();
      await startService();
      const sources = readdirSync(join(EXAMPLES, 'java')).map((name) =>
        join(EXAMPLES, 'java', name),
      );
      if (languages.includes('java'))
        execFileSync('javac', ['-d', join(folder, 'classes'), ...sources]);
      for (const language of languages) {
        const receiver = await freePort();
        const url = `http://127.0.0.1:${receiver}/${language}`;
        const { SECRET } = await post<{ SECRET: string }>('/webhooks', {
          webhooks: { url, events: ['order.created'] },
        });
        start(language, 'receive', {
          ...{ SECRET, PORT: String(receiver), OUT: pathIn(language, 'events.ndjson') },
        });
        start(language, 'poll', { OUT: pathIn(language, 'orders.ndjson'), POLL_SECONDS: '1' });
        start(language, 'mirror', {
          ...{ FOLDER: pathIn(language, 'mirror'), DATABASE: pathIn(language, 'mirror.sqlite') },
        });
      }
      created = [];
      for (let index = 0; index < ORDERS; index++) {
        if (index % 10 === 5) {
          await service.kill();
          await startService();
        }
        const { ID, existingId } = await post<{ ID?: number; existingId?: number }>('/orders', {
          orders: {
            ...{ pId: `order-${index}`, date: '2026-03-01', currencyCode: 'EUR' },
            user: { email: 'ada@example.com', billingAddress: { countryCode: 'ES' } },
            rows: [{ name: 'Mug', quantity: 1, price: 10 }],
          },
        });
        created.push(ID ?? existingId ?? 0);
      }
    }, 300_000);

    afterAll(async () => {
      for (const program of programs) {
        program.kill('SIGKILL');
        if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      }
      await service.stop();
      rmSync(folder, { recursive: true });
    });

    const linesOf = <T>(path: string): T[] =>
      existsSync(path)
        ? readFileSync(path, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line) as T)
        : [];
    const sorted = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

    it('are there for every language', () => {
      expect(languages).toEqual(['python', 'php', 'java']);
    });

    it.each(languages)('receive each event once: %s', async (language) => {
      const path = pathIn(language, 'events.ndjson');
      const events = () => linesOf<Event>(path);
      await until(() => new Set(events().map(({ ID }) => ID)).size === ORDERS);
      expect(sorted(new Set(events().map(({ ID }) => ID)))).toEqual(sorted(created));
      expect(new Set(events().map(({ webhookId }) => webhookId)).size).toBe(events().length);
      expect(new Set(events().map(({ type }) => type))).toEqual(new Set(['order.created']));
    });

    it('fetch each order, acknowledged once by one of them', async () => {
      const fetched = () =>
        languages.flatMap((language) =>
          linesOf<{ id: number }>(pathIn(language, 'orders.ndjson')).map(({ id }) => id),
        );
      await until(() => new Set(fetched()).size === ORDERS);
      expect(sorted(new Set(fetched()))).toEqual(sorted(created));
    });

    /** Ids of the orders in a copy. */
    function ordersIn(language: Language, name: string): number[] {
      const copy = pathIn(language, name);
      if (language !== 'python') {
        if (!existsSync(copy)) return [];
        return readdirSync(copy)
          .flatMap((file) => /^order-(\d+)\.json$/.exec(file)?.[1] ?? [])
          .map(Number);
      }
      const script = `import sqlite3, sys
print(*[row[0] for row in sqlite3.connect(sys.argv[1]).execute("SELECT id FROM record WHERE kind = 'order'")])`;
      const { stdout } = spawnSync('python3', ['-c', script, `${copy}.sqlite`]);
      return String(stdout).trim().split(' ').filter(Boolean).map(Number);
    }

    it.each(languages)('mirror every order: %s', async (language) => {
      await until(() => ordersIn(language, 'mirror').length === ORDERS);
      expect(sorted(ordersIn(language, 'mirror'))).toEqual(sorted(created));
    });

    it.each(languages)(
      'mirror all anew if the journal lacks the position: %s',
      async (language) => {
        const copy = pathIn(language, 'late');
        if (language === 'python') {
          const script = `import sqlite3, sys
copy = sqlite3.connect(sys.argv[1])
copy.execute("CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER)")
copy.execute("INSERT INTO progress VALUES (1, 999999)")
copy.commit()`;
          spawnSync('python3', ['-c', script, `${copy}.sqlite`]);
        } else {
          mkdirSync(copy);
          writeFileSync(join(copy, 'position'), '999999');
        }
        start(language, 'mirror', { FOLDER: copy, DATABASE: `${copy}.sqlite` });
        await until(() => ordersIn(language, 'late').length === ORDERS);
        expect(sorted(ordersIn(language, 'late'))).toEqual(sorted(created));
      },
    );
  },
);
