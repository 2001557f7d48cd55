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
import { type FileTrees, openFileTrees } from './opened-store';
import { PathLocks } from './path-locks';
import { ServiceFiles } from './service-files';
import { SharedLocks } from './shared-locks';
import { SweptFileStore } from './swept-file-store';

const FILE_TREES = Symbol('FileTrees');

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
      provide: FILE_TREES,
      inject: [Configuration, PathLocks, Clock],
      useFactory: openFileTrees,
    },
    {
      provide: SweptFileStore,
      inject: [FILE_TREES],
      useFactory: ({ files }: FileTrees) => files,
    },
    { provide: FileStore, useExisting: SweptFileStore },
    {
      provide: ServiceFiles,
      inject: [FILE_TREES],
      useFactory: ({ serviceFiles }: FileTrees) => serviceFiles,
    },
    {
      provide: HourlySweep,
      inject: [SweptFileStore],
      useFactory: sweepOf,
    },
  ],
  exports: [FileStore, ServiceFiles],
})
export class FilesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(FilesModule.name);

  constructor(
    private readonly store: SweptFileStore,
    private readonly sweep: HourlySweep,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.withdrawExports();
    this.sweep.begin();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweep.end();
    await this.store.close();
  }

  /** Before the first request. Where it fails, later looks and all work on the folder do it. */
  private async withdrawExports(): Promise<void> {
    try {
      const count = await this.store.withdrawExports();
      if (count > 0) this.logger.log(`Moved ${count} exports to the service's own files`);
    } catch (error) {
      this.logger.warn(`Exports could not be moved yet: ${(error as Error).message}`);
    }
  }
}

function sweepOf(store: SweptFileStore): HourlySweep {
  const logger = new Logger(FilesModule.name);
  const sweep = async (): Promise<number> => {
    // A process of an earlier version may have made some meanwhile.
    await store.withdrawExports();
    return store.sweep();
  };
  return new HourlySweep(sweep, 'temporary files that were left behind', logger);
}
