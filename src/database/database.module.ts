import { type DynamicModule, Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Configuration } from '../config/configuration';
import type { PeerProcess } from '../core/peer-process';
import { TransactionRunner } from '../core/transaction-runner';
import {
  READER_DATA_SOURCE,
  type DataSourceName,
  listDataSourceNames,
  type ConnectionSettings,
  createDataSourceOptions,
  StoreDataSource,
  type StoreDataSourceOptions,
  WRITER_DATA_SOURCE,
} from './connection/data-source';
import { Database } from './database';
import { createWriteQueue } from './dialect/sqlite.write-queue';
import { Journal } from './journal/journal';
import { JournalPositionRepository } from './journal/journal-position-repository';
import { Loader } from './reading/loader';
import { SharedRecentWriters } from './replicas/recent-writers';
import { SearchIndex } from './search/search-index';
import { DataAccess } from './data-access';
import { UnitOfWork } from './writing/unit-of-work';
import { Writer } from './writing/writer';

/** Opens the configured database at startup and closes it after the last response. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param primary connection to the primary process, if the service has several processes */
  static forRoot(configuration: Configuration, primary?: PeerProcess): DynamicModule {
    const names = listDataSourceNames(configuration.databaseUrl);
    return {
      module: DatabaseModule,
      imports: names.map((name) => provideDataSource(name, configuration, primary)),
      providers: [
        Database,
        UnitOfWork,
        Loader,
        Writer,
        SearchIndex,
        Journal,
        JournalPositionRepository,
        DataAccess,
        { provide: TransactionRunner, useExisting: UnitOfWork },
      ],
      exports: [
        TransactionRunner,
        Database,
        UnitOfWork,
        Loader,
        Writer,
        SearchIndex,
        JournalPositionRepository,
        DataAccess,
      ],
    };
  }
}

/**
 * Returns the settings of the replica, if one is configured.
 * @param primary connection to the primary process, if the service has several processes
 */
export function toReplicaSettings(
  { databaseReadUrl, databaseReadLagSeconds, databaseReadOwnSeconds }: Configuration,
  primary?: PeerProcess,
): ConnectionSettings['replica'] {
  if (databaseReadUrl === undefined) return undefined;
  return {
    url: databaseReadUrl,
    maxLagSeconds: databaseReadLagSeconds,
    recentWriters: new SharedRecentWriters(databaseReadOwnSeconds * 1000, primary),
  };
}

function provideDataSource(
  name: DataSourceName,
  configuration: Configuration,
  primary: PeerProcess | undefined,
): DynamicModule {
  const { databaseUrl, databasePool, databaseReaders, sqliteWalBytes } = configuration;
  const replica = toReplicaSettings(configuration, primary);
  const options: ConnectionSettings = {
    poolSize: databasePool,
    readerOptions: { threadCount: databaseReaders },
    maxWalBytes: sqliteWalBytes,
    ...(replica && { replica }),
    ...(primary && { writeQueue: createWriteQueue(primary) }),
  };
  return TypeOrmModule.forRootAsync({
    name,
    // The writer creates a SQLite file that doesn't exist yet.
    inject: name === READER_DATA_SOURCE ? [getDataSourceToken(WRITER_DATA_SOURCE)] : [],
    useFactory: async () => ({
      ...(await createDataSourceOptions(databaseUrl, name, options)),
      name,
      // A wrong address must fail the startup at once.
      toRetry: () => false,
    }),
    dataSourceFactory: (options) =>
      Promise.resolve(new StoreDataSource(options as StoreDataSourceOptions)),
  });
}
