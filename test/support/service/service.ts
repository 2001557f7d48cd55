import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request, { type Response } from 'supertest';
import { createApp } from '../../../src/bootstrap/create-app';
import { Configuration } from '../../../src/config/configuration';
import { Clock } from '../../../src/core/clock';
import {
  ApiKeysService,
  ApiKeyBootstrap,
  systemCallerWithAllScopes,
} from '../../../src/platform/access';
import type { SecondProcess } from '../../two-processes/second-process';
import { CheapPasswords } from './cheap-passwords';
import { countAnswered, writeAnsweredCounts } from '../answered-operation-counts';
import { Contract } from '../contract';
import { type Migrations, temporaryFolder, testDatabaseUrl } from './database';
import { ServiceLog } from './service-log';

/** A key with all scopes that every service of the specs knows. */
export const MASTER_KEY = `osk_${'t'.repeat(43)}`;

type Method = 'get' | 'post' | 'put' | 'delete' | 'patch' | 'head';

interface ServiceAdditions {
  readonly modules?: readonly Type[];
  readonly migrations?: Migrations;
}

interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** null: no credentials. */
  readonly key?: string | null;
}

/** Sends requests to a service, and compares its answers with the OpenAPI document. */
export class ServiceClient {
  constructor(
    readonly url: string,
    private readonly contract: Contract,
  ) {}

  /** Sends a request and compares the answer with the OpenAPI document. */
  async send(
    method: Method,
    path: string,
    { body, headers = {}, key = MASTER_KEY }: SendOptions = {},
  ): Promise<Response> {
    const call = request(this.url)[method](path).set(headers);
    if (key !== null) void call.set('Authorization', `Bearer ${key}`);
    if (body !== undefined)
      void call.set('Content-Type', headers['Content-Type'] ?? 'application/json');
    const response = await (body === undefined
      ? call
      : call.send(typeof body === 'string' ? body : JSON.stringify(body)));
    const { status, type, text } = response;
    const done = this.contract.check(method, path, status, type, text);
    if (done !== undefined) countAnswered(done);
    return response;
  }

  get(path: string, sent: SendOptions = {}): Promise<Response> {
    return this.send('get', path, sent);
  }

  post(path: string, body?: unknown, sent: SendOptions = {}): Promise<Response> {
    return this.send('post', path, { body, ...sent });
  }

  put(path: string, body?: unknown, sent: SendOptions = {}): Promise<Response> {
    return this.send('put', path, { body, ...sent });
  }

  delete(path: string, sent: SendOptions = {}): Promise<Response> {
    return this.send('delete', path, sent);
  }
}

/**
 * The running service of one spec file: the shipped one, over a database of its own. With TEST_PROCESSES=2 a
 * second process works alongside it: `url` leads to both in turn, `app` is the one that specs can look into.
 */
export class Service extends ServiceClient {
  private constructor(
    readonly app: NestExpressApplication,
    url: string,
    contract: Contract,
    /** Its log: errors, unless LOG_LEVEL sets another level. */
    readonly log: ServiceLog,
    private readonly cleanUp: () => Promise<void>,
    /** Behind two processes: the second one, with what the two share. */
    readonly second?: SecondProcess,
  ) {
    super(url, contract);
  }

  /** Set by the set-up of specs behind two processes. */
  static prepareSecond?: () => Promise<SecondProcess>;

  /**
   * Starts the service.
   * @param environment variables in addition to those of the specs
   * @param additions modules in addition to the service's own, and all migrations of its database
   */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    { modules = [], migrations }: ServiceAdditions = {},
  ): Promise<Service> {
    const database = await testDatabaseUrl(migrations);
    const files = temporaryFolder();
    const second = await Service.prepareSecond?.();
    const variables = {
      DATABASE_URL: database.url,
      BOOTSTRAP_API_KEY: MASTER_KEY,
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      FILES_URL: `file:${files}`,
      ...second?.environment,
      ...environment,
    };
    const configuration = Configuration.from(variables);
    const log = new ServiceLog();
    const app = await createApp(configuration, [CheapPasswords, log.module(), ...modules]);
    await app.get(ApiKeyBootstrap).ensureConfiguredKey();
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    await second?.join(variables, { port, clock: app.get(Clock) });
    const contract = Contract.forApp(app);
    const url = second?.url ?? `http://127.0.0.1:${port}`;
    const clear = async (): Promise<void> => {
      await second?.stop();
      rmSync(files, { recursive: true, force: true });
      await database.drop();
    };
    return new Service(app, url, contract, log, clear, second);
  }

  async stop(): Promise<void> {
    writeAnsweredCounts();
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
    await this.cleanUp();
  }

  /** A new key with the scopes given. */
  async createKey(...scopes: string[]): Promise<string> {
    const keys = this.app.get(ApiKeysService);
    const { key } = await keys.create({ name: scopes.join(), scopes }, systemCallerWithAllScopes);
    return key;
  }
}
