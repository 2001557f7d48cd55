import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import { until } from '../support/until';
import { freePort } from '../support/servers/free-port';
import { ServiceFront } from '../support/servers/service-front';
import { MASTER_KEY, Service } from '../support/service/service';

const ROOT = join(__dirname, '../..');
const PATH = `${process.env['PATH']}:/usr/sbin`;
const env = { ...process.env, PATH };
const has = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { env }).error === undefined;

const page = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');
const blockOf = (name: string): string => {
  const block = new RegExp(`^\`\`\`\\w+ ${name.replace('.', '\\.')}\n([^]*?)^\`\`\``, 'm').exec(
    page,
  );
  if (!block?.[1]) throw new Error(`docs/deploy.md has no ${name}`);
  return block[1];
};

/** Seconds from SIGTERM to the end of a process, at most. */
const graceSeconds = (): number => {
  const grace = readFileSync(join(ROOT, 'src/bootstrap/shutdown-grace.ts'), 'utf8');
  return Number(/GRACE_MS = ([\d_]+);/.exec(grace)?.[1]?.replace('_', '')) / 1000;
};

const withUnits = has('systemd-analyze', '--version') ? it : it.skip;

describe("the service's unit of systemd", () => {
  const path = 'docker/systemd/store.service';
  const unit = readFileSync(join(ROOT, path), 'utf8');
  const stop = /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1];

  it('is named by the page, restarts the service and gives it time to stop', () => {
    expect(page).toContain(`(../${path})`);
    for (const line of ['Restart=always', 'StartLimitIntervalSec=0', 'KillMode=mixed'])
      expect(unit.split('\n')).toContain(line);
    expect(Number(stop)).toBeGreaterThanOrEqual(graceSeconds() + 10);
  });

  it('has its settings in one file, which the page makes commands read as well', () => {
    expect(unit.match(/^Environment=.*$/gm)).toEqual(['Environment=NODE_ENV=production']);
    const file = /^EnvironmentFile=(\S+)$/m.exec(unit)?.[1];
    expect(page).toContain(`--property=EnvironmentFile=${file} --working-directory=/opt/store`);
  });

  withUnits('is what systemd understands, and is hardened', () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-unit-'));
    const copy = join(folder, 'store.service');
    const analyze = (text: string, ...args: string[]) => {
      writeFileSync(copy, text.replace('/usr/bin/node', process.execPath));
      const { status, stderr } = spawnSync('systemd-analyze', [...args, copy], {
        encoding: 'utf8',
      });
      return { status, stderr };
    };
    const verify = ['verify', '--man=no'];
    expect(analyze(unit, ...verify)).toEqual({ status: 0, stderr: '' });
    // It would say what is wrong.
    expect(analyze(unit.replace('KillMode', 'KilMode'), ...verify).stderr).toContain('KilMode');
    expect(analyze(unit, 'security', '--offline=true', '--threshold=35').status).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly selector: Record<string, unknown>;
    readonly template: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: Record<string, unknown>;
        readonly containers: readonly [
          {
            readonly env: readonly { readonly name: string; readonly value: string }[];
            readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
            readonly startupProbe: Probe;
            readonly livenessProbe: Probe;
            readonly readinessProbe: Probe;
          },
        ];
      };
    };
  };
}

describe('the manifests of Kubernetes', () => {
  const documents = parseAllDocuments(blockOf('kubernetes.yaml'));
  const manifests = documents.map((one) => one.toJS() as Manifest);
  const pod = manifests[0]!.spec.template;
  const [container] = pod.spec.containers;

  it('select the pods of the deployment', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'Deployment',
      'Service',
      'PodDisruptionBudget',
    ]);
    const { labels } = pod.metadata;
    expect(manifests.map(({ spec }) => spec.selector['matchLabels'] ?? spec.selector)).toEqual([
      labels,
      labels,
      labels,
    ]);
  });

  it('give the service time to stop', () => {
    const drain = Number(container.env.find(({ name }) => name === 'DRAIN_SECONDS')?.value);
    expect(drain).toBeLessThan(graceSeconds());
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(graceSeconds() + 10);
  });

  it('suit the image and its health checks', () => {
    const image = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8');
    expect(image).toContain(`PORT=${container.ports[0]?.containerPort}`);
    expect(image).toContain('\nUSER node\n');
    // The user node of the image.
    expect(pod.spec.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
    const { startupProbe, livenessProbe, readinessProbe } = container;
    for (const { httpGet } of [startupProbe, livenessProbe])
      expect(httpGet).toEqual({ path: '/health/live', port: container.ports[0]?.name });
    expect(readinessProbe.httpGet.path).toBe('/health/ready');
    // The check waits 1.5 seconds for the database.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(1.5);
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBe(300);
  });
});

const LINES_TYPE = 'application/x-ndjson';
const toLastLine = (lines: string): Record<string, unknown> =>
  JSON.parse(lines.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
const EVIL = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' };

describe('behind a proxy', () => {
  const services: Service[] = [];
  const proxies: ChildProcess[] = [];
  let front: ServiceFront | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'store-proxy-'));

  const startService = async (environment: Record<string, string> = {}): Promise<Service> => {
    const service = await Service.start({ TRUST_PROXY: '1', ...environment });
    services.push(service);
    for (let made = 0; made < 3; made++) {
      const group = { pId: `g-${made}`, name: 'Group', itemType: 1, position: 1, priority: 1 };
      await service.post('/v1/customTagGroups', { customTagGroups: group });
    }
    return service;
  };

  afterAll(async () => {
    for (const proxy of proxies) {
      if (proxy.exitCode === null && proxy.kill('SIGQUIT')) await once(proxy, 'exit');
    }
    await front?.kill();
    for (const service of services) await service.stop();
    rmSync(folder, { recursive: true });
  });

  const authorization = { Authorization: `Bearer ${MASTER_KEY}` };
  /** The link to the next page, as the proxy's client sees it. */
  const nextLink = async (url: string): Promise<string> => {
    const { body } = await send(`${url}/v1/customTagGroups?perPage=1`, { headers: EVIL });
    return (body['CURSORS'] as { NEXT: string }).NEXT;
  };
  const send = async (
    url: string,
    {
      method = 'GET',
      headers = {},
      body = '',
    }: { method?: string; headers?: object; body?: string },
  ) => {
    const client = url.startsWith('https:') ? https : http;
    const options = {
      method,
      headers: { ...headers, ...authorization },
      rejectUnauthorized: false,
    };
    const request = client.request(url, options).end(body);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return {
      status: answer.statusCode,
      body: toLastLine(await text(answer)),
    };
  };
  const line = { type: 'product', pId: 'mug', sku: 'mug', name: 'x'.repeat(250) };
  const importType = { 'Content-Type': LINES_TYPE };
  /** Larger than what nginx takes by default, 1 MiB, and more than one batch. */
  const LARGE_LINES = 4_500;
  const largeBody = `${JSON.stringify(line)}\n`.repeat(LARGE_LINES);
  const importLarge = (url: string, headers: object = {}) =>
    send(`${url}/v1/import`, {
      method: 'POST',
      headers: { ...importType, ...headers },
      body: largeBody,
    });
  /** Sends the other half of an import when its first lines have arrived. @returns the last line */
  const importWithProgress = async (
    request: Writable,
    response: Promise<AsyncIterable<Buffer>>,
  ): Promise<unknown> => {
    request.write(largeBody);
    let lines = '';
    for await (const chunk of await response) {
      if (lines === '') request.end(largeBody);
      lines += String(chunk);
    }
    return toLastLine(lines);
  };
  const takesProgress = { ...importType, ...authorization, Accept: LINES_TYPE };
  const summary = { created: 0, unchanged: 2 * LARGE_LINES, rejected: 0 };

  const hasTls = has('openssl', 'version');
  const withNginx = has('nginx', '-v') && hasTls ? it : it.skip;
  const withCaddy = has('caddy', 'version') && hasTls ? it : it.skip;
  const withHaproxy = has('haproxy', '-v') ? it : it.skip;

  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const createCertificate = (): void => {
    const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', ...subject, ...files], { stdio: 'ignore' });
  };
  /** Starts a proxy with TLS. @returns its address, once it forwards requests */
  const startProxy = async (
    program: string,
    args: readonly string[],
    port: number,
  ): Promise<string> => {
    const url = `https://localhost:${port}`;
    const environment = { ...env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    proxies.push(
      spawn(program, args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }),
    );
    await until(async () =>
      send(`${url}/health/ready`, {}).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    return url;
  };

  withNginx(
    'nginx, as the page sets it up, sets forwarded headers and takes large imports',
    async () => {
      const service = await startService();
      const port = await freePort();
      createCertificate();
      const site = blockOf('store.conf')
        .replace('127.0.0.1:3000', new URL(service.url).host)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('/etc/ssl/store/fullchain.pem', certificate)
        .replace('/etc/ssl/store/privkey.pem', key);
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(folder, name)};`)
        .join(' ');
      const around = `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}`;
      const path = join(folder, 'nginx.conf');
      writeFileSync(path, `${around} http { access_log off; ${folders} ${site} }`);
      const url = await startProxy('nginx', ['-c', path, '-p', folder], port);
      expect(await nextLink(url)).toMatch(new RegExp(`^${url}/v1/customTagGroups\\?`));
      expect(await importLarge(url)).toMatchObject({ status: 200, body: { rejected: 0 } });
      // Lines of progress would stop the request if they came before its end.
      const answer = await importLarge(url, { Accept: LINES_TYPE });
      expect(answer).toMatchObject({ status: 200, body: { unchanged: LARGE_LINES } });
    },
  );

  withCaddy('Caddy does so too, and sends lines of progress over HTTP/2', async () => {
    const service = await startService({ PROXY_PROGRESS: 'on' });
    const port = await freePort();
    createCertificate();
    const site = blockOf('Caddyfile')
      .replace('store.example.com {', `https://localhost:${port} {\ntls ${certificate} ${key}`)
      .replace('127.0.0.1:3000', new URL(service.url).host);
    const path = join(folder, 'Caddyfile');
    writeFileSync(path, `{\nadmin off\nauto_https off\nlog {\nlevel ERROR\n}\n}\n${site}`);
    const url = await startProxy(
      'caddy',
      ['run', '--adapter', 'caddyfile', '--config', path],
      port,
    );
    expect(await nextLink(url)).toMatch(new RegExp(`^${url}/v1/customTagGroups\\?`));
    expect(await importLarge(url)).toMatchObject({ status: 200, body: { rejected: 0 } });
    const session = http2.connect(url, { rejectUnauthorized: false });
    const request = session.request({
      ':method': 'POST',
      ':path': '/v1/import',
      ...takesProgress,
    });
    expect(await importWithProgress(request, Promise.resolve(request))).toMatchObject(summary);
    session.close();
  });

  withHaproxy('HAProxy, as in docker/cluster, does so too', async () => {
    // An import is answered at its end.
    const configuration = readFileSync(join(ROOT, 'docker/cluster/front.cfg'), 'utf8');
    for (const side of ['client', 'server'])
      expect(configuration).toMatch(new RegExp(`^  timeout ${side} 1h$`, 'm'));
    for (const side of ['read', 'send'])
      expect(blockOf('store.conf')).toContain(`proxy_${side}_timeout 1h;`);
    const service = await startService({ PROXY_PROGRESS: 'on' });
    const port = Number(new URL(service.url).port);
    front = await ServiceFront.start([port, port]);
    await front.answers();
    expect(await nextLink(front.url)).toMatch(new RegExp(`^${front.url}/v1/customTagGroups\\?`));
    expect(await importLarge(front.url)).toMatchObject({ status: 200, body: { rejected: 0 } });
    const options = { method: 'POST', headers: takesProgress };
    const request = http.request(`${front.url}/v1/import`, options);
    const response = once(request, 'response').then(([one]) => one as http.IncomingMessage);
    expect(await importWithProgress(request, response)).toMatchObject(summary);
  });
});
