import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DatabaseHost, formatHost, type ParsedMysqlUrl } from '../connection/database-url';
import type { DatabaseBackupOptions } from './database-backup';
import { findProgram, runProgram } from './run-program';

/** Names under which MariaDB and MySQL install each program. */
export const programNames = {
  client: ['mariadb', 'mysql'],
  'mariadb-dump': ['mariadb-dump', 'mysqldump'],
  'mariadb-backup': ['mariadb-backup', 'mariabackup'],
  'mariadb-binlog': ['mariadb-binlog', 'mysqlbinlog'],
} as const;

/** No host of the URL has a server. */
export class ServerUnreachable extends Error {}

/** Errors of the client for a host without a server: by socket, by TCP, or by name. */
const UNREACHABLE_ERROR = /ERROR 200[235]\b/;

/** Access to a server that answers. */
export interface ServerAccess {
  /** First argument of the programs: the option file with the login. */
  readonly loginOption: string;
  readonly dataFolder: string;
  readonly hasBinaryLog: boolean;
  /** @returns the rows, as texts */
  readonly query: (sql: string) => Promise<string[][]>;
  readonly report: (commandLine: string) => void;
}

/** Runs work with a login that no command line shows, at the first host that answers. */
export async function withServerAccess<T>(
  url: ParsedMysqlUrl,
  options: DatabaseBackupOptions,
  work: (server: ServerAccess) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'store-login-'));
  try {
    return await work(await findServer(url, options, join(folder, 'login.cnf')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function findServer(
  url: ParsedMysqlUrl,
  options: DatabaseBackupOptions,
  optionFilePath: string,
): Promise<ServerAccess> {
  const problems: Error[] = [];
  for (const host of url.hosts) {
    writeFileSync(optionFilePath, formatOptionFile(url, options, host), { mode: 0o600 });
    const loginOption = `--defaults-extra-file=${optionFilePath}`;
    const query = (sql: string): Promise<string[][]> => runQuery(loginOption, sql);
    try {
      const [[dataFolder = '', hasLog = '0'] = []] = await query('SELECT @@datadir, @@log_bin');
      return {
        loginOption,
        dataFolder,
        hasBinaryLog: hasLog === '1',
        query,
        report: options.report,
      };
    } catch (error) {
      problems.push(error as Error);
    }
  }
  const hosts = url.hosts.map(formatHost).join(', ');
  const messages = problems.map(({ message }) => message);
  const message = `No server answers at ${hosts}: ${messages.join('; ')}`;
  const isUnreachable = messages.every((text) => UNREACHABLE_ERROR.test(text));
  throw isUnreachable ? new ServerUnreachable(message) : new Error(message);
}

function formatOptionFile(
  { user, password }: ParsedMysqlUrl,
  { loginFile }: DatabaseBackupOptions,
  { host, port }: DatabaseHost,
): string {
  const lines = [
    '[client]',
    `host=${quoteOption(host)}`,
    `port=${port}`,
    ...(user === '' ? [] : [`user=${quoteOption(user)}`]),
    ...(password === '' ? [] : [`password=${quoteOption(password)}`]),
    ...(loginFile === undefined ? [] : [`!include ${resolve(loginFile)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Runs a program with the login, and reports its command line. */
export async function runServerProgram(
  { loginOption, report }: ServerAccess,
  name: keyof typeof programNames,
  args: readonly string[],
  inputPath?: string,
): Promise<string> {
  const program = getProgram(name);
  report(
    [program, loginOption, ...args, ...(inputPath === undefined ? [] : ['<', inputPath])].join(' '),
  );
  return runProgram(program, [loginOption, ...args], inputPath);
}

async function runQuery(loginOption: string, sql: string): Promise<string[][]> {
  const args = [loginOption, '--batch', '--skip-column-names', `--execute=${sql}`];
  const output = await runProgram(getProgram('client'), args);
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split('\t'));
}

/** @throws Error that names the missing program */
export function getProgram(name: keyof typeof programNames): string {
  const [first] = programNames[name];
  const program = findProgram(programNames[name]);
  if (program === undefined) throw new Error(`The program ${first} is not installed.`);
  return program;
}

const quoteOption = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
