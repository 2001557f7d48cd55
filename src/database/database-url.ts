/** Where the database is. */
export type DatabaseUrl =
  | { readonly engine: 'sqlite'; readonly path: string }
  | {
      readonly engine: 'mysql';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/**
 * Reads `sqlite:<path>` or `mysql://user:password@host:port/database`.
 * @throws Error with a message that shows no password
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  if (text.startsWith('sqlite:')) {
    const path = text.slice('sqlite:'.length);
    if (path === '' || path.startsWith(':')) throw new Error('sqlite: needs the path of a file');
    return { engine: 'sqlite', path };
  }
  if (!/^(mysql|mariadb):\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('A database URL is sqlite:<path> or mysql://user:password@host:port/database');
  }
  const url = new URL(text);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (database === '') throw new Error('The database URL names no database');
  return {
    engine: 'mysql',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
  };
}
