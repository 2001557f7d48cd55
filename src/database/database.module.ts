import { type DynamicModule, Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Configuration } from '../config/configuration';
import { Transactions } from '../core/transactions';
import {
  READER,
  type SourceName,
  sourceNames,
  sourceOptions,
  StoreDataSource,
  type StoreOptions,
  WRITER,
} from './data-source';
import { Database } from './database';
import { Journal } from './journal/journal';
import { JournalOrder } from './journal/journal-order';
import { Loader } from './loader';
import { SearchIndex } from './search';
import { Stores } from './stores';
import { UnitOfWork } from './unit-of-work';
import { Writer } from './writer';

/** Opens the configured database at start and closes it after the last answer. */
@Global()
@Module({})
export class DatabaseModule {
  static with(configuration: Configuration): DynamicModule {
    return {
      module: DatabaseModule,
      imports: sourceNames(configuration.databaseUrl).map((name) => source(name, configuration)),
      providers: [
        Database,
        UnitOfWork,
        Loader,
        Writer,
        SearchIndex,
        Journal,
        JournalOrder,
        Stores,
        { provide: Transactions, useExisting: UnitOfWork },
      ],
      exports: [
        Transactions,
        Database,
        UnitOfWork,
        Loader,
        Writer,
        SearchIndex,
        JournalOrder,
        Stores,
      ],
    };
  }
}

function source(name: SourceName, configuration: Configuration): DynamicModule {
  const { databaseUrl, databasePool, databaseReaders } = configuration;
  const options = { pool: databasePool, readers: { threads: databaseReaders } };
  return TypeOrmModule.forRootAsync({
    name,
    // The writer makes a SQLite file that is not there yet.
    inject: name === READER ? [getDataSourceToken(WRITER)] : [],
    useFactory: async () => ({
      ...(await sourceOptions(databaseUrl, name, options)),
      name,
      // A wrong address ends the start at once.
      toRetry: () => false,
    }),
    dataSourceFactory: (options) => Promise.resolve(new StoreDataSource(options as StoreOptions)),
  });
}
