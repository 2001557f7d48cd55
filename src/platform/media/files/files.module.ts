import {
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { Clock } from '../../../core/clock';
import { HourlyJob } from '../../../core/hourly-job';
import { DataAccess } from '../../../database';
import { FileStore } from './file-store';
import { type FileStores, openFileStores } from './open-file-stores';
import { PathLocks } from './path-locks';
import { ServiceFileStore } from './service-file-store';
import { DatabasePathLocks } from './database-path-locks';
import { SweepableFileStore } from './sweepable-file-store';

const FILE_STORES = Symbol('file stores');

/** The file store at FILES_URL; global, because every module with files or images uses it. */
@Global()
@Module({
  providers: [
    {
      provide: PathLocks,
      inject: [DataAccess, Clock],
      useFactory: (dataAccess: DataAccess, clock: Clock): PathLocks =>
        new DatabasePathLocks(dataAccess, clock),
    },
    {
      provide: FILE_STORES,
      inject: [Configuration, PathLocks, Clock],
      useFactory: openFileStores,
    },
    {
      provide: SweepableFileStore,
      inject: [FILE_STORES],
      useFactory: ({ publicStore }: FileStores) => publicStore,
    },
    { provide: FileStore, useExisting: SweepableFileStore },
    {
      provide: ServiceFileStore,
      inject: [FILE_STORES],
      useFactory: ({ serviceFiles }: FileStores) => serviceFiles,
    },
    {
      provide: HourlyJob,
      inject: [SweepableFileStore],
      useFactory: createHourlyJob,
    },
  ],
  exports: [FileStore, ServiceFileStore],
})
export class FilesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly store: SweepableFileStore,
    private readonly removalJob: HourlyJob,
  ) {}

  onApplicationBootstrap(): void {
    this.removalJob.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.removalJob.stop();
    await this.store.close();
  }
}

function createHourlyJob(store: SweepableFileStore): HourlyJob {
  const logger = new Logger(FilesModule.name);
  const sweep = async (): Promise<number> => {
    // Not only at startup, because a process of an earlier version may have created exports in the meantime.
    const count = await store.moveFormerExports();
    if (count > 0) logger.log(`Moved ${count} exports to the service's own files`);
    return store.sweep();
  };
  return new HourlyJob(sweep, 'leftover temporary files removed', logger);
}
