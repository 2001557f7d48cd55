import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltImport, buildService } from '../support/servers/built-process';
import type { CommandServer } from '../support/servers/command-server';
import { testDatabaseUrl, type TestDatabase } from '../support/service/database';
import { Service } from '../support/service/service';
import { runScript } from './data-sets';

interface Summary {
  readonly types: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly rejected: number;
}

interface Rejected {
  readonly pId: string;
  readonly code: string;
  readonly pointer: string;
}

interface Imported {
  readonly code: number | null;
  readonly summary: Summary;
  readonly rejected: Rejected[];
}

function rejectedIn(record: object): Rejected {
  const { pId, _error: error } = record as { pId: string; _error: Omit<Rejected, 'pId'> };
  return { pId, code: error.code, pointer: error.pointer };
}

/** A database of its own, with what the command has imported. */
export class ImportedStore {
  private service: Service | undefined;

  private constructor(
    private readonly database: TestDatabase,
    readonly folder: string,
    private readonly commands: CommandServer | undefined,
  ) {}

  /**
   * @param database one that is empty; by default on the engine of the run
   * @param commands what runs the imports; without it each is a process of its own
   */
  static async open(database?: TestDatabase, commands?: CommandServer): Promise<ImportedStore> {
    await buildService();
    const opened = database ?? (await testDatabaseUrl());
    return new ImportedStore(opened, mkdtempSync(join(tmpdir(), 'real-data-')), commands);
  }

  /** The file of what a converter wrote last. */
  get lines(): string {
    return join(this.folder, 'lines.ndjson');
  }

  /** The address of the database. */
  get url(): string {
    return this.database.url;
  }

  async close(): Promise<void> {
    await this.service?.stop();
    await this.database.drop();
    rmSync(this.folder, { recursive: true });
  }

  /** Imports what a converter writes by the command. */
  async import(converter: string, ...options: string[]): Promise<Imported> {
    const { lines } = this;
    await runScript(converter, '--out', lines, ...options);
    return this.take(lines);
  }

  /** The same with some of the orders and users: those for which `keeps` is true. */
  async importSome(
    converter: string,
    keeps: (pId: string) => boolean,
    ...options: string[]
  ): Promise<Imported> {
    const file = this.lines;
    await runScript(converter, '--out', file, ...options);
    const lines = readFileSync(file, 'utf8').split('\n');
    const kept = lines.filter((line) => {
      const pId = /^\{"type":"(?:order|user)","pId":"([^"]+)"/.exec(line)?.[1];
      return pId === undefined || keeps(pId);
    });
    writeFileSync(file, kept.join('\n'));
    return this.take(file);
  }

  /** Imports a file of lines by the command. */
  async take(file: string): Promise<Imported> {
    const errors = join(this.folder, 'errors.ndjson');
    const args = [file, '--errors', errors] as const;
    const { code, stdout } = await (this.commands?.run(
      { DATABASE_URL: this.url },
      'import',
      ...args,
    ) ?? BuiltImport.start(this.url, ...args).ended);
    const rejected = readFileSync(errors, 'utf8').split('\n').filter(Boolean);
    return {
      ...{ code, summary: JSON.parse(stdout) as Summary },
      rejected: rejected.map((line) => rejectedIn(JSON.parse(line) as object)),
    };
  }

  async serve(): Promise<Service> {
    this.service = await Service.start({ DATABASE_URL: this.url });
    return this.service;
  }
}

/** How many lines of each type came to a result, where there are any. */
export function resultsOf({ types }: Summary, result: string): Record<string, number> {
  const counts = Object.entries(types).map(([type, of]) => [type, of[result] ?? 0] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
