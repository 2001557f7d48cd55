import type { DiscoveryService } from '@nestjs/core';
import { ValidatorCompiler } from '../../../src/api';
import { Database, DataAccess } from '../../../src/database';
import { CatalogRepository, catalogDeclarations } from '../../../src/platform/catalog';
import {
  ImportService,
  type ImportServiceOptions,
  type ImportRecordType,
  ImportRecordTypeRegistry,
  defineStoredRecordImport,
  type ImportSummary,
} from '../../../src/platform/data-transfer/imports';
import { PrometheusMetrics } from '../../../src/platform/observability/metrics/prometheus-metrics';
import { testDatabaseUrl } from '../../support/service/database';

/** The intake with the lines of the catalog, over a database of its own. */
export class OpenedIntake {
  /** The logged errors. */
  readonly logged: unknown[] = [];
  readonly catalog: CatalogRepository;
  readonly intake: ImportService;

  private constructor(
    readonly dataAccess: DataAccess,
    readonly types: ImportRecordTypeRegistry,
    readonly close: () => Promise<void>,
  ) {
    this.catalog = new CatalogRepository(dataAccess);
    for (const one of catalogDeclarations)
      types.register(defineStoredRecordImport(dataAccess, one));
    const logger = { error: (entry: unknown) => this.logged.push(entry) };
    const metrics = new PrometheusMetrics();
    this.intake = new ImportService(
      types,
      dataAccess,
      ValidatorCompiler.forTimeZone('UTC'),
      logger as never,
      metrics,
    );
  }

  static async open(...more: ImportRecordType[]): Promise<OpenedIntake> {
    const { url, drop } = await testDatabaseUrl();
    const database = await Database.open(url, { poolSize: 12 });
    const dataAccess = DataAccess.forDatabase(database);
    const types = new ImportRecordTypeRegistry(dataAccess, {} as DiscoveryService);
    for (const type of more) types.register(type);
    return new OpenedIntake(dataAccess, types, async () => {
      await database.close();
      await drop();
    });
  }

  /** Imports lines: objects become JSON, texts and bytes go as they are. */
  run(
    lines: readonly (object | string)[],
    options: Partial<ImportServiceOptions> = {},
  ): Promise<ImportSummary> {
    return this.intake.run(bytesOf(lines), { scopes: new Set(['import:write']), ...options });
  }
}

/** One chunk a line. */
export async function* bytesOf(lines: Iterable<object | string>): AsyncGenerator<Buffer> {
  for (const line of lines) {
    if (Buffer.isBuffer(line)) yield Buffer.concat([line, Buffer.from('\n')]);
    else yield Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  }
}

export const product = (pId: string, name = `Product ${pId}`): object => ({
  type: 'product',
  pId,
  name,
});
