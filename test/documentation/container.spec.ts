import { existsSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parse } from 'yaml';
import { listVariables } from '../../src/config/environment-variable';
import '../../src/config/configuration';
import { read } from './pages';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
  readonly network_mode?: string;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?:
    | readonly string[]
    | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** The contents of a compose.yaml below docker, with the names of the containers that run the service. */
interface Setup {
  readonly folder: string;
  readonly processes: readonly string[];
  /** Settings that point the service to the other containers; all others come from a .env file as well. */
  readonly fixed: Readonly<Record<string, string | number>>;
  readonly needs: readonly string[];
}

const own = { HOST: '0.0.0.0', PORT: 3000 };
const setups: readonly Setup[] = [
  {
    folder: 'docker',
    processes: ['service'],
    fixed: { REDIS_URL: 'redis://redis:6379', FILES_URL: 'file:./data/files', ...own },
    needs: ['mariadb', 'redis'],
  },
  {
    folder: 'docker/cluster',
    processes: ['service-1', 'service-2'],
    fixed: {
      ...{ REDIS_URL: 'redis://redis:6379', FILES_URL: 's3://store', ...own, TRUST_PROXY: 1 },
      ...{ DRAIN_SECONDS: 5, PROXY_PROGRESS: 'on' },
      ...{ S3_ENDPOINT: 'http://s3:8333', S3_ACCESS_KEY_ID: 'store' },
    },
    needs: ['database', 'redis', 's3'],
  },
];

const composeOf = (folder: string): Compose =>
  parse(read(`${folder}/compose.yaml`), { merge: true }) as Compose;
const dockerfile = read('docker/Dockerfile');
const port = /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1];

describe.each(setups)('$folder/compose.yaml', ({ folder, processes, fixed, needs }) => {
  const compose = composeOf(folder);
  const services = processes.map((name) => compose.services[name] as Service);

  it('gives the service longer to stop than it takes by itself', () => {
    const grace = Number(
      /GRACE_MS = ([\d_]+);/.exec(read('src/bootstrap/shutdown-grace.ts'))?.[1]?.replace('_', ''),
    );
    expect(grace).toBeGreaterThan(0);
    for (const { stop_grace_period: given = '' } of services) {
      // Requests in flight have the whole of it; then databases and threads are closed.
      expect(Number(/^(\d+)s$/.exec(given)?.[1]) * 1000).toBeGreaterThanOrEqual(grace + 10_000);
    }
  });

  it('hands every variable of a .env file to the service', () => {
    for (const { env_file: file, environment = {} } of services) {
      expect(file).toEqual([{ path: '.env', required: false }]);
      // These settings override the file, so they either fit the other containers or come from the file as well.
      const stated = Object.entries(environment).filter(([, value]) => !`${value}`.includes('${'));
      expect(Object.fromEntries(stated)).toEqual(fixed);
      for (const [name, value] of Object.entries(environment)) {
        if (name in fixed || name === 'DATABASE_URL') continue;
        expect(value).toMatch(new RegExp(`^\\$\\{${name}:(-|\\?.+)\\}$`));
      }
    }
  });

  it('names variables that the service has', () => {
    const known = listVariables().map(({ name }) => name);
    for (const { environment = {} } of services)
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('fits the image', () => {
    for (const { read_only: isReadOnly, environment } of services) {
      expect(isReadOnly).toBe(true);
      expect(environment?.['PORT']).toBe(Number(port));
    }
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    expect(published).toHaveLength(1);
    expect(published[0]).toMatch(new RegExp(`^127\\.0\\.0\\.1:.*:${port}$`));
    const user = [...dockerfile.matchAll(/^USER (.*)$/gm)].at(-1)?.[1];
    expect(user).toBe('node');
    // Anything that waits for a process checks its health.
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  });

  it('waits for what the service needs, and each of these has a health check', () => {
    for (const { depends_on: awaited = {} } of services) {
      expect(Object.keys(awaited)).toEqual(needs);
      for (const [name, { condition }] of Object.entries(awaited as object)) {
        expect([name, condition]).toEqual([name, 'service_healthy']);
        expect(compose.services[name]?.healthcheck?.test.length).toBeGreaterThan(0);
      }
    }
  });

  it('mounts files that are there, and volumes that it declares', () => {
    for (const { volumes = [] } of Object.values(compose.services)) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./'))
          expect([source, existsSync(join(__dirname, '../..', folder, source))]).toEqual([
            source,
            true,
          ]);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });
});

describe('docker/Dockerfile', () => {
  it('copies only what .dockerignore lets through', () => {
    const allowed = read('.dockerignore').match(/(?<=^!).*/gm) ?? [];
    const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)];
    const sources = copies.flatMap(([, names = '']) => names.split(' '));
    const isCopied = (source: string) => allowed.some((one) => matchesGlob(source, one));
    expect(sources).toContain('NOTICE');
    expect(sources.filter((source) => !isCopied(source.replace(/^\.\//, '')))).toEqual([]);
  });
});

describe('docker/compose.yaml', () => {
  it('keeps the data in the volume of the image', () => {
    const volume = /^VOLUME (.*)$/m.exec(dockerfile)?.[1];
    expect(composeOf('docker').services['service']?.volumes).toEqual([`files:${volume}`]);
  });
});

describe('docker/cluster/compose.yaml', () => {
  const { services } = composeOf('docker/cluster');
  const members = Object.keys(services).filter((name) => name.startsWith('mariadb-'));

  it('names all members to each other, and the first one last to hand out its data', () => {
    expect(members).toEqual(['mariadb-1', 'mariadb-2', 'mariadb-3']);
    for (const member of members) {
      const { command = [] } = services[member] ?? {};
      expect(command).toContain(`--wsrep-node-name=${member}`);
      expect(command.join('\n')).toContain(`gcomm://${members.join()}}`);
      expect(command).toContain(`--wsrep-sst-donor=${members.toReversed().join()},`);
    }
  });

  it('lets nothing through that clients claim of host and scheme', () => {
    const front = read('docker/cluster/front.cfg');
    expect(front).toMatch(/^ {2}http-request del-header X-Forwarded-For$/m);
    expect(front).toMatch(/^ {2}http-request set-header X-Forwarded-Host %\[req\.hdr\(Host\)\]$/m);
    for (const [scheme, condition] of [
      ['https', 'if { ssl_fc }'],
      ['http', 'if !{ ssl_fc }'],
    ])
      expect(front).toContain(
        `  http-request set-header X-Forwarded-Proto ${scheme} ${condition}\n`,
      );
    const { environment = {} } = services['service-1'] ?? {};
    expect(environment['PUBLIC_BASE_URL']).toMatch(/^\$\{PUBLIC_BASE_URL:\?/);
  });

  it('has a health check next to each member, and a place for each before HAProxy', () => {
    const beside = Object.values(services).flatMap((one) => one.network_mode ?? []);
    expect(beside).toEqual(members.map((member) => `service:${member}`));
    const { environment = {} } = services['database'] ?? {};
    const places = Object.entries(environment).filter(([name]) => name.startsWith('MEMBER_'));
    expect(places.map(([, value]) => value)).toEqual(members.map((member) => `${member}:3306`));
  });

  it.each([
    ['database', 'haproxy.cfg'],
    ['front', 'front.cfg'],
  ])('gives the HAProxy %s every variable of %s', (name, file) => {
    const used = [...read(`docker/cluster/${file}`).matchAll(/\$\{(\w+)\}/g)].map(([, one]) => one);
    expect(Object.keys(services[name]?.environment ?? {}).sort()).toEqual(
      [...new Set(used)].sort(),
    );
  });
});
