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
import { parseFilesUrl } from './files-url';
import { LocalFileStore } from './local-file-store';
import { PathLocks } from './path-locks';
import { openBucket } from './s3-settings';
import { S3FileStore } from './s3-file-store';
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

type SweptStore = LocalFileStore | S3FileStore;

function sweepOf(store: SweptStore): HourlySweep {
  const logger = new Logger(FilesModule.name);
  return new HourlySweep(() => store.sweep(), 'temporary files that were left behind', logger);
}

/** @throws ConfigurationError */
async function openFileStore(
  configuration: Configuration,
  locks: PathLocks,
  clock: Clock,
): Promise<SweptStore> {
  const url = parseFilesUrl(configuration.filesUrl);
  if (url.kind === 'local') return new LocalFileStore(url.folder, locks, clock);
  const bucket = await openBucket(url.bucket, configuration);
  return new S3FileStore(bucket, url.prefix, locks, clock);
}
