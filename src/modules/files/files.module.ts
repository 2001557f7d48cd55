import {
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { HourlySweep } from '../../core/hourly-sweep';
import { Stores } from '../../database';
import { FileStore } from './file-store';
import { openFileStore, type SweptStore } from './opened-store';
import { PathLocks } from './path-locks';
import { SharedLocks } from './shared-locks';

/** The file store that FILES_URL names; global, because every area with files or images asks it. */
@Global()
@Module({
  providers: [
    {
      provide: PathLocks,
      inject: [Stores, Clock],
      useFactory: (stores: Stores, clock: Clock): PathLocks => new SharedLocks(stores, clock),
    },
    {
      provide: FileStore,
      inject: [Configuration, PathLocks, Clock],
      useFactory: openFileStore,
    },
    {
      provide: HourlySweep,
      inject: [FileStore],
      useFactory: sweepOf,
    },
  ],
  exports: [FileStore],
})
export class FilesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly store: FileStore,
    private readonly sweep: HourlySweep,
  ) {}

  onApplicationBootstrap(): void {
    this.sweep.begin();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweep.end();
    await this.store.close();
  }
}

function sweepOf(store: SweptStore): HourlySweep {
  const logger = new Logger(FilesModule.name);
  return new HourlySweep(() => store.sweep(), 'temporary files that were left behind', logger);
}
