import { Global, Module } from '@nestjs/common';
import { Configuration } from '../config/configuration';
import { Transactions } from '../core/transactions';
import { Database } from './database';
import { Loader } from './loader';
import { SearchIndex } from './search';
import { Stores } from './stores';
import { UnitOfWork } from './unit-of-work';
import { Writer } from './writer';

/** Opens the configured database at start and closes it after the last answer. */
@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [Configuration],
      useFactory: (configuration: Configuration): Promise<Database> =>
        Database.open(configuration.databaseUrl, { pool: configuration.databasePool }),
    },
    UnitOfWork,
    Loader,
    Writer,
    SearchIndex,
    Stores,
    { provide: Transactions, useExisting: UnitOfWork },
  ],
  exports: [Transactions, Database, UnitOfWork, Loader, Writer, SearchIndex, Stores],
})
export class DatabaseModule {}
