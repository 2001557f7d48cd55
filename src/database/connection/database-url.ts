/** Address of a database server. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** Location of the database. */
export type ParsedDatabaseUrl =
  | { readonly engine: 'sqlite'; readonly path: string }
  | {
      readonly engine: 'mysql';
      /** Several hosts are the members of a cluster, in the order in which they are tried. */
      readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** Address of a database on a server. */
export type ParsedMysqlUrl = Extract<ParsedDatabaseUrl, { engine: 'mysql' }>;

/**
 * Parses `sqlite:<path>` or `mysql://user:password@host:port/database`. More hosts may follow the first, separated by
 * commas.
 * @throws Error with a message that doesn't contain the password
 */
export function parseDatabaseUrl(text: string): ParsedDatabaseUrl {
  if (text.startsWith('sqlite:')) {
    const path = text.slice('sqlite:'.length);
    if (path === '' || path.startsWith(':')) throw new Error('sqlite: needs the path of a file');
    return { engine: 'sqlite', path };
  }
  const urls = splitHosts(text);
  const [url] = urls;
  const database = decodeURIComponent(url.pathname.slice(1));
  if (database === '') {
    const remedy = 'add its name to the address, mysql://user:password@host:port/database';
    throw new Error(`no database is named: ${remedy}`);
  }
  return {
    engine: 'mysql',
    hosts: urls.map(toDatabaseHost) as [DatabaseHost, ...DatabaseHost[]],
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
  };
}

/**
 * Parses the address of a replica.
 * @throws Error with a message that doesn't contain the password
 */
export function parseReplicaUrl(text: string): ParsedMysqlUrl {
  const url = parseDatabaseUrl(text);
  if (url.engine === 'sqlite') throw new Error('a replica must be on a server of its own');
  // The lag is measured on other connections than the lists are read on; all of them must reach the same server.
  if (url.hosts.length > 1) throw new Error('name one host: a replica is one server');
  return url;
}

/** Formats an address as `host:port`. */
export function formatHost({ host, port }: DatabaseHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Splits a URL with several hosts into one URL for each host. */
function splitHosts(text: string): [URL, ...URL[]] {
  const parts = /^((?:mysql|mariadb):\/\/(?:[^/]*@)?)([^/@]*)(.*)$/.exec(text);
  const urls = parts?.[2]?.split(',').map((host) => `${parts[1]}${host}${parts[3]}`) ?? [];
  if (urls.length === 0 || !urls.every((url) => URL.canParse(url) && new URL(url).host !== '')) {
    throw new Error('A database URL is sqlite:<path> or mysql://user:password@host:port/database');
  }
  return urls.map((url) => new URL(url)) as [URL, ...URL[]];
}

function toDatabaseHost({ hostname, port }: URL): DatabaseHost {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3306) };
}
