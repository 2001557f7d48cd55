import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '../support/servers/free-port';
import { ServerProcess } from '../support/servers/server-process';
import { temporaryFolder } from '../support/service/database';
import { MASTER_KEY, Service } from '../support/service/service';
import { until } from '../support/until';

const folder = temporaryFolder();
const page = readFileSync(join(__dirname, '../../docs/deploy.md'), 'utf8');
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
const isInstalled = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { env }).error === undefined;

/** A block of the page by the name behind its fence. */
function block(name: string): string {
  const text = new RegExp(`\`\`\`\\w+ ${name}\n(.*?)\`\`\``, 's').exec(page)?.[1];
  if (text === undefined) throw new Error(`docs/deploy.md has no block ${name}`);
  return text;
}

/** nginx with the configuration of the page. */
class Nginx extends ServerProcess {
  private constructor(readonly port: number) {
    super();
  }

  static async start(upstream: string): Promise<Nginx> {
    const nginx = new Nginx(await freePort());
    const { port } = nginx;
    const subject = ['-subj', '/CN=store.example.com'];
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject]);
    const server = block('store.conf')
      .replace('127.0.0.1:3000', upstream)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/ssl/store', folder);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\n`;
    const configuration = join(folder, 'nginx.conf');
    writeFileSync(configuration, `${main}http {\naccess_log off;\n${temporary}\n${server}}\n`);
    nginx.process = spawn('nginx', ['-p', folder, '-c', configuration], { env, stdio: 'ignore' });
    await until(
      async () => (await nginx.ask('/health/live').catch(() => undefined))?.status === 200,
    );
    return nginx;
  }

  /** Sends a request by TLS, as `store.example.com`. */
  ask(
    path: string,
    { body, ...headers }: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
    return new Promise((resolve, reject) => {
      const { port } = this;
      const method = body === undefined ? 'GET' : 'POST';
      const own = { host: 'store.example.com', authorization: `Bearer ${MASTER_KEY}`, ...headers };
      const options = { port, path, method, headers: own, rejectUnauthorized: false, agent: false };
      const sent = request({ host: '127.0.0.1', ...options }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.on('error', reject).end(body);
    });
  }
}

beforeAll(() => mkdirSync(join(folder, 'logs'), { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

const withNginx = isInstalled('nginx', '-v') && isInstalled('openssl', 'version');

(withNginx ? describe : describe.skip)('nginx as docs/deploy.md configures it', () => {
  let service: Service;
  let nginx: Nginx;

  beforeAll(async () => {
    service = await Service.start({ TRUST_PROXY: '1' });
    nginx = await Nginx.start(new URL(service.url).host);
  });
  afterAll(async () => {
    await nginx.stop();
    await service.stop();
  });

  it('passes imports of any size', async () => {
    const lines = Array.from({ length: 12_000 }, (_, at) =>
      JSON.stringify({ type: 'product', pId: `p${at}`, name: 'x'.repeat(100) }),
    );
    const body = lines.join('\n');
    expect(body.length).toBeGreaterThan(1024 * 1024);
    const { status, text } = await nginx.ask('/v1/import', {
      body,
      'content-type': 'application/x-ndjson',
    });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({ created: 12_000, rejected: 0 }),
    ]);
  });

  it('replaces the forwarded headers of clients', async () => {
    const { text } = await nginx.ask('/v1/catalog/product?perPage=1', {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    });
    const { CURSORS } = JSON.parse(text) as { CURSORS: { NEXT: string } };
    expect(CURSORS.NEXT).toMatch(/^https:\/\/store\.example\.com\/v1\/catalog\/product\?/);
  });

  it('hides the metrics and sets HSTS', async () => {
    expect((await nginx.ask('/metrics')).status).toBe(404);
    const { headers } = await nginx.ask('/docs');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

const withSystemd = isInstalled('systemd-analyze', '--version');

(withSystemd ? it : it.skip)('the unit of docs/deploy.md is valid', () => {
  const text = readFileSync(join(__dirname, '../../docker/systemd/store.service'), 'utf8');
  const unit = join(folder, 'store.service');
  writeFileSync(
    unit,
    text
      .replace('/usr/bin/node', process.execPath)
      .replaceAll('/opt/store', '/tmp')
      .replace('User=store', 'User=root'),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

(isInstalled('caddy', 'version') ? it : it.skip)('the Caddyfile of docs/deploy.md is valid', () => {
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, block('Caddyfile'));
  const args = ['validate', '--adapter', 'caddyfile', '--config', file];
  expect(spawnSync('caddy', args).status).toBe(0);
});
