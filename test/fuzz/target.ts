import { rmSync } from 'node:fs';
import type { OpenApiDocument } from '../../src/api/openapi/openapi-document';
import { createOpenApiDocument } from '../../src/bootstrap/create-app';
import { Configuration } from '../../src/config/configuration';
import { Database } from '../../src/database';
import { ErasureWorker } from '../../src/platform/privacy';
import { BuiltService } from '../support/servers/built-process';
import { Contract } from '../support/contract';
import { temporaryFolder, testDatabaseUrl } from '../support/service/database';
import { MASTER_KEY, Service, ServiceClient } from '../support/service/service';

const SETTINGS = {
  TRUST_PROXY: 'on',
  IMAGE_CODEC: 'sharp',
  WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'fuzz').toString('base64'),
} as const;

/** Few, so that one that is not closed is missed soon. */
export const DESCRIPTORS = 256;

/** The target of the fuzzer: a service, and its stored data. */
export interface Target {
  readonly client: ServiceClient;
  readonly document: OpenApiDocument;
  /** To look into, without the service. */
  readonly database: Database;
  /** The folder of the file store. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** A service in a process of its own. */
export interface ProcessTarget extends Target {
  /** The most memory that it ever held, in mebibytes; undefined where the system doesn't report it. */
  peakMemory(): number | undefined;
}

/** A service in this process, as specs have it. */
export async function targetHere(): Promise<Target> {
  const service = await Service.start(SETTINGS);
  service.app.get(ErasureWorker).start();
  return targetOf(service);
}

/** A service of a spec. */
export function targetOf(service: Service): Target {
  const configuration = service.app.get(Configuration);
  return {
    ...{ client: service, document: createOpenApiDocument(service.app, configuration) },
    ...{ database: service.app.get(Database), folder: folderOf(configuration.filesUrl) },
    stop: () => service.stop(),
  };
}

/** The built service as it ships, in a process that may have DESCRIPTORS open. */
export async function targetApart(): Promise<ProcessTarget> {
  const stored = await testDatabaseUrl();
  const filesUrl = `file:${temporaryFolder()}`;
  const folder = folderOf(filesUrl);
  const service = BuiltService.spawn(
    {
      ...{ DATABASE_URL: stored.url, FILES_URL: filesUrl, BOOTSTRAP_API_KEY: MASTER_KEY },
      ...{ LOG_LEVEL: 'fatal', ...SETTINGS },
    },
    { descriptors: DESCRIPTORS },
  );
  await service.listening();
  const { url } = service;
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  const database = await Database.open(stored.url, { poolSize: 2 });
  return {
    ...{ client: new ServiceClient(url, new Contract(document)), document, database, folder },
    peakMemory: () => service.peakMemory(),
    stop: async () => {
      await database.close();
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
      await stored.drop();
    },
  };
}

function folderOf(filesUrl: string): string {
  return filesUrl.replace(/^file:/, '');
}
