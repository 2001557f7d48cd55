import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Database } from '../../src/database';
import { DatabaseMetrics } from '../../src/platform/observability/metrics/database-metrics';
import { PrometheusMetrics } from '../../src/platform/observability/metrics/prometheus-metrics';
import { METRICS_TOKEN, readMetrics } from '../api/metrics/read-metrics';
import { freePort } from '../support/servers/free-port';
import { Service } from '../support/service/service';

interface Metric {
  readonly type: string;
  readonly labelNames: readonly string[];
}

interface Alarm {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: { expr: string }[] }[];
}

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, 'docker/monitoring');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

// oxlint-disable-next-line typescript/no-require-imports -- a tool of the build, in CommonJS
const generated = require('../../.ci/dashboard.cjs') as { text(): string };

const page = read('docs/operations.md');
const tests = read('docker/monitoring/alarms.test.yml');
const { tests: parsedTests } = parse(tests) as {
  tests: { input_series: { series: string }[] }[];
};
const { groups } = parse(read('docker/monitoring/alarms.yml')) as { groups: { rules: Alarm[] }[] };
const alarms = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read('docker/monitoring/dashboard.json')) as Dashboard;
const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const watched = alarms.map(({ expr }) => expr);

/** Metrics that a Prometheus server adds by itself. */
const ofPrometheus: readonly [string, Metric][] = [['up', { type: 'gauge', labelNames: [] }]];
const ofTheTarget = ['job', 'instance'];

/** All metrics of the service, also those that it has with some settings only. */
async function declaredMetrics(): Promise<Map<string, Metric>> {
  const several = new PrometheusMetrics();
  const load = { inUse: 0, waiting: 0 };
  const replicaRouter = { onRead: () => undefined };
  const database = {
    ...{ isOnCluster: true, clusterMemberAddress: 'one', connectionLoad: load, replicaRouter },
  } as unknown as Database;
  new DatabaseMetrics(several, database).onModuleInit();
  const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
  const service = await Service.start({ METRICS_TOKEN, REDIS_URL, RATE_LIMIT: '1000' });
  try {
    await readMetrics(service.url);
    const all = [several, service.app.get(PrometheusMetrics)].flatMap(
      (metrics) =>
        metrics['registry'].getMetricsAsArray() as unknown as (Metric & { name: string })[],
    );
    return new Map([...all.map((one) => [one.name, one] as const), ...ofPrometheus]);
  } finally {
    await service.stop();
  }
}

const SAMPLE = /\b(up|(?:store|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

/** Metrics and labels of an expression that the service does not have. */
function unknownIn(expr: string, metrics: ReadonlyMap<string, Metric>): string[] {
  const unknown: string[] = [];
  const labels = new Set(ofTheTarget);
  for (const [, name = '', matchers = ''] of expr.matchAll(SAMPLE)) {
    const histogram = metrics.get(name.replace(/_(bucket|sum|count)$/, ''));
    const metric = metrics.get(name) ?? (histogram?.type === 'histogram' ? histogram : undefined);
    if (!metric) unknown.push(name);
    const own = [
      ...ofTheTarget,
      ...(metric?.labelNames ?? []),
      ...(metric === histogram ? ['le'] : []),
    ];
    own.forEach((label) => labels.add(label));
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*[=!]~?\s*"/g))
      if (metric && !own.includes(label)) unknown.push(`${name}{${label}}`);
  }
  for (const [, list = ''] of expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g))
    unknown.push(...list.split(/,\s*/).filter((label) => !labels.has(label)));
  return unknown;
}

describe('what watches the service', () => {
  let metrics: Map<string, Metric>;

  beforeAll(async () => {
    metrics = await declaredMetrics();
  });

  it('asks for metrics and labels that there are', () => {
    const unknown = [...drawn, ...watched].flatMap((expr) => unknownIn(expr, metrics));
    expect(unknown).toEqual([]);
    const series = parsedTests.flatMap(({ input_series: all }) => all.map((one) => one.series));
    expect(series.flatMap((one) => unknownIn(one, metrics))).toEqual([]);
    const wrong = 'sum by (kinds) (rate(store_outbox_attempts_total{mood="bad"}[5m])) + store_none';
    expect(unknownIn(wrong, metrics)).toEqual([
      ...['store_outbox_attempts_total{mood}', 'store_none', 'kinds'],
    ]);
  });

  it("draws every metric that is the service's own", () => {
    const own = [...metrics.keys()].filter((name) => name.startsWith('store_'));
    expect(own).toEqual(
      expect.arrayContaining([
        'store_database_host',
        'store_database_replica_in_use',
        'store_rate_limits_shared',
      ]),
    );
    const text = drawn.join('\n');
    expect(own.filter((name) => !new RegExp(`\\b${name}(_bucket)?\\b`).test(text))).toEqual([]);
  });

  it('leaves only operations out that there are', () => {
    const left = /operation!~"([^"]+)"/.exec(watched.join('\n'))?.[1]?.split('|') ?? [];
    const ids = [...read('docs/openapi.json').matchAll(/"operationId": "(\w+)"/g)];
    expect(left.length).toBeGreaterThan(3);
    expect(['other', ...ids.map(([, id]) => id)]).toEqual(expect.arrayContaining(left));
  });

  it('is explained to operators, alarm by alarm', () => {
    const documented = [...page.matchAll(/^\| `(Store\w+)` \| (\w+) \|/gm)];
    expect(documented.map(([, name, severity]) => [name, severity])).toEqual(
      alarms.map(({ alert, labels: { severity } }) => [alert, severity]),
    );
    for (const { annotations } of alarms) expect(annotations.summary).not.toBe('');
  });

  it('has every alarm tried', () => {
    const tried = new Set([...tests.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name));
    expect([...tried].sort()).toEqual(alarms.map(({ alert }) => alert).sort());
  });

  it('has the dashboard as it is generated', () => {
    expect(read('docker/monitoring/dashboard.json')).toBe(generated.text());
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
// Debian's package prometheus brings it; where it is missing these are skipped, and CI has it.
const describePromtool = hasPromtool ? describe : describe.skip;

describePromtool("promtool (of Debian's package prometheus; skipped without it)", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'monitoring-'));
    cpSync(FOLDER, folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const promtool = (...options: string[]): string =>
    execFileSync('promtool', options, { cwd: folder, encoding: 'utf8' });

  it('takes the alarms, and sees each raised when it should be', () => {
    expect(promtool('check', 'rules', '--lint=all', '--lint-fatal', 'alarms.yml')).toContain(
      `SUCCESS: ${alarms.length} rules found`,
    );
    expect(promtool('test', 'rules', 'alarms.test.yml')).toContain('SUCCESS');
  });

  it('takes the expressions of the dashboard', () => {
    const rules = drawn.map((expr, at) => ({
      record: `drawn:${at}`,
      // Grafana puts these in.
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    writeFileSync(
      join(folder, 'drawn.yml'),
      JSON.stringify({ groups: [{ name: 'drawn', rules }] }),
    );
    expect(promtool('check', 'rules', 'drawn.yml')).toContain(`${rules.length} rules found`);
  });

  it('takes the configuration that the page for operators shows', () => {
    const shown = /```yaml\n(rule_files:.*?)```/s.exec(page)?.[1] ?? '';
    expect(shown).toContain('alarms.yml');
    writeFileSync(join(folder, 'prometheus.yml'), shown);
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  });
});
