import type { AddressInfo } from 'node:net';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Header,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Request, Response } from 'express';
import { ApiController, literalResponse, Operation } from '../../../../src/api';
import { HttpAdapter } from '../../../../src/api/connections/http-adapter';
import { OperationRegistry } from '../../../../src/api/operation/operation-registry';
import { enterRequestContext } from '../../../../src/api/request/request-id';
import { AppModule } from '../../../../src/app.module';
import { Configuration } from '../../../../src/config/configuration';
import { PreconditionFailed } from '../../../../src/core/errors';
import {
  temporaryFolder,
  testDatabaseUrl,
  type TestDatabase,
} from '../../../support/service/database';

class Broken extends Error {}

class OpenToys {
  canActivate(): boolean {
    throw new PreconditionFailed();
  }
}

class ShutToys {
  canActivate(): boolean {
    return false;
  }
}

@Catch(Broken)
class BrokenFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(418).json({ filtered: host.switchToHttp().getRequest<Request>().path });
  }
}

const heading = { name: 'Toys', position: 5000, description: 'To play with' };
const works = {
  summary: 'Answers',
  returns: literalResponse<{ done: boolean }>({ done: { type: 'boolean' } }),
  scope: 'public',
} as const;

@ApiController('toys', { area: 'news', openApiTag: heading })
class ToysController {
  @Header('Deprecation', 'true')
  @Operation('get', 'toyWithHeader', works)
  toyWithHeader(): { done: boolean } {
    return { done: true };
  }

  @UseGuards(OpenToys)
  @Operation('get', 'guardedToy', works)
  guardedToy(): { done: boolean } {
    return { done: true };
  }

  @UseGuards(ShutToys)
  @Operation('get', 'shutToy', works)
  shutToy(): { done: boolean } {
    return { done: true };
  }

  @UseFilters(BrokenFilter)
  @Operation('get', 'filteredToy', works)
  filteredToy(): { done: boolean } {
    throw new Broken();
  }
}

@UseGuards(OpenToys)
@UseFilters(BrokenFilter)
@ApiController('closedToys', { area: 'news', openApiTag: heading })
class ClosedToysController {
  @Operation('get', '', works)
  closedToy(): { done: boolean } {
    return { done: true };
  }
}

let app: NestExpressApplication;
let database: TestDatabase;
let url: string;

beforeAll(async () => {
  database = await testDatabaseUrl();
  const configuration = Configuration.from({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    FILES_URL: `file:${temporaryFolder()}`,
  });
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot(configuration)],
    controllers: [ToysController, ClosedToysController],
  }).compile();
  app = module.createNestApplication<NestExpressApplication>(new HttpAdapter(), {
    bodyParser: false,
  });
  app.get(OperationRegistry).collect();
  app.use(enterRequestContext);
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

describe("Nest's decorators at an operation", () => {
  it('set headers', async () => {
    const response = await fetch(`${url}/toys/toyWithHeader`);
    expect(response.headers.get('deprecation')).toBe('true');
    expect(await response.json()).toEqual({ done: true });
  });

  it('guard it', async () => {
    const response = await fetch(`${url}/toys/guardedToy`);
    expect([response.status, await response.json()]).toMatchObject([
      412,
      { code: 'precondition.failed' },
    ]);
  });

  it('refuse it without a reason', async () => {
    const response = await fetch(`${url}/toys/shutToy`);
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'call.refused' }]);
  });

  it('filter its errors', async () => {
    const response = await fetch(`${url}/toys/filteredToy`);
    expect([response.status, await response.json()]).toEqual([
      418,
      { filtered: '/v1/toys/filteredToy' },
    ]);
  });

  it('work on its controller as well', async () => {
    const response = await fetch(`${url}/closedToys`);
    expect(response.status).toBe(412);
  });
});
