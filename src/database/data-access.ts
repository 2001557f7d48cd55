import { Injectable } from '@nestjs/common';
import { Database } from './database';
import { Journal } from './journal/journal';
import { Loader } from './reading/loader';
import { SearchIndex } from './search/search-index';
import { UnitOfWork } from './writing/unit-of-work';
import { Writer } from './writing/writer';

/** All database services in one object, so that a service has a single dependency. */
@Injectable()
export class DataAccess {
  constructor(
    readonly database: Database,
    readonly unitOfWork: UnitOfWork,
    readonly loader: Loader,
    readonly writer: Writer,
    readonly searchIndex: SearchIndex,
    readonly journal: Journal,
  ) {}

  /** Creates the services over one database without Nest, for commands and specs. */
  static forDatabase(database: Database): DataAccess {
    const unitOfWork = new UnitOfWork(database);
    return new DataAccess(
      database,
      unitOfWork,
      new Loader(database),
      new Writer(database),
      new SearchIndex(database),
      new Journal(database),
    );
  }
}
