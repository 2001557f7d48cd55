import { Injectable } from '@nestjs/common';
import { Database } from './database';
import { Journal } from './journal/journal';
import { Loader } from './reading/loader';
import { SearchIndex } from './search/search';
import { UnitOfWork } from './writing/unit-of-work';
import { Writer } from './writing/writer';

/** The ways to the database in one object, so that a service takes one dependency for all. */
@Injectable()
export class Stores {
  constructor(
    readonly database: Database,
    readonly unitOfWork: UnitOfWork,
    readonly loader: Loader,
    readonly writer: Writer,
    readonly search: SearchIndex,
    readonly journal: Journal,
  ) {}

  /** Outside of Nest (commands, specs): all of them over one database. */
  static forDatabase(database: Database): Stores {
    const unitOfWork = new UnitOfWork(database);
    return new Stores(
      database,
      unitOfWork,
      new Loader(database),
      new Writer(database),
      new SearchIndex(database),
      new Journal(database),
    );
  }
}
