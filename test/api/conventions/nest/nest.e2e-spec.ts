import {
  type ArgumentMetadata,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  ConflictException,
  type ExceptionFilter,
  type ArgumentsHost,
  type ExecutionContext,
  Get,
  Header,
  Headers,
  HttpCode,
  Injectable,
  Module,
  type NestInterceptor,
  NotFoundException,
  Param,
  ParseIntPipe,
  type PipeTransform,
  Post,
  Put,
  Query,
  Req,
  Res,
  StreamableFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { IsInt, IsString, Min } from 'class-validator';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import {
  ApiController,
  RequestBody as CheckedBody,
  Create,
  IdPath,
  numberField,
  PublicController,
  PathParams,
  QueryParams as CheckedQuery,
  Read,
  defineRecord,
  Text,
  stringField,
  Update,
} from '../../../../src/api';
import { MASTER_KEY, Service } from '../../../support/service/service';

interface Box {
  readonly id: number;
  readonly label: string;
}

const boxRecord = defineRecord<Box>()('Box', {
  ID: numberField('id'),
  LABEL: stringField('label'),
});
const heading = { name: 'Boxes', position: 9900, description: 'Boxes of this spec.' };
const declaration = { summary: 'Handle a box', description: 'Of this spec.', returns: boxRecord };

class BoxDto {
  @Text({ max: 20 })
  label!: string;
}

class BoxQuery {
  @Text({ optional: true, max: 20 })
  colour?: string;
}

class PlainDto {
  @IsString()
  label!: string;

  @IsInt()
  @Min(1)
  count!: number;
}

/** Appends a letter to labels that a handler is given or returns. */
const marked = (value: unknown, letter: string): unknown =>
  typeof value === 'object' && value !== null && 'label' in value
    ? { ...value, label: `${String(value.label)}${letter}` }
    : value;

@Injectable()
class LabelPipe implements PipeTransform {
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    return type === 'custom' || type === 'body' ? marked(value, 'p') : value;
  }
}

@Injectable()
class GlobalPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return marked(value, 'P');
  }
}

@Injectable()
class LabelInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => marked(value, 'i')));
  }
}

@Injectable()
class GlobalInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('X-Global', 'seen');
    return next.handle();
  }
}

@Injectable()
class HeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Request>().headers['x-closed'] === undefined;
  }
}

class TeapotError extends Error {}

@Catch(TeapotError)
class TeapotFilter implements ExceptionFilter {
  catch(_error: TeapotError, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(418).type('text/plain').send('teapot');
  }
}

@ApiController('boxes', { area: 'news', openApiTag: heading })
@UseFilters(TeapotFilter)
class BoxesController {
  @Create('', { ...declaration, isExtension: true })
  @UseInterceptors(LabelInterceptor)
  @UsePipes(LabelPipe)
  createBox(@CheckedBody('boxes') { label }: BoxDto): Box {
    return { id: 1, label };
  }

  @Read('plain/:id', { ...declaration, isExtension: true })
  @Header('X-Box', 'plain')
  readPlainBox(
    @Param('id', ParseIntPipe) id: number,
    @Query('colour') colour: string,
    @Headers('x-shade') shade: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Box {
    response.setHeader('X-Method', request.method);
    return { id, label: `${shade} ${colour}` };
  }

  @Create('plain', { ...declaration, isExtension: true })
  @HttpCode(202)
  createPlainBox(@Body() body: PlainDto): Box {
    return { id: body.count, label: body.label };
  }

  @Read('file/:id', { ...declaration, isExtension: true })
  @Header('Content-Type', 'text/plain')
  readBoxFile(@PathParams() { id }: IdPath): Box {
    return new StreamableFile(Buffer.from(`box ${id}`)) as unknown as Box;
  }

  @Read('guarded/:id', { ...declaration, isExtension: true })
  @UseGuards(HeaderGuard)
  readGuardedBox(@PathParams() { id }: IdPath): Box {
    if (id === 418) throw new TeapotError();
    if (id === 404) throw new NotFoundException('No such box');
    return { id, label: 'guarded' };
  }

  @Update(':id', { ...declaration, isExtension: true })
  updateBox(
    @PathParams() { id }: IdPath,
    @CheckedQuery() { colour }: BoxQuery,
    @CheckedBody('boxes') { label }: BoxDto,
  ): Box {
    return { id, label: `${label} ${colour ?? ''}` };
  }

  @Read(':id', { ...declaration, isExtension: true })
  readBox(@PathParams() { id }: IdPath): Box {
    return { id, label: 'kept' };
  }
}

@PublicController('open/boxes')
@UseFilters(TeapotFilter)
class OpenBoxesController {
  @Get('file')
  file(): StreamableFile {
    return new StreamableFile(Buffer.from('bytes'), { type: 'application/x-box' });
  }

  @Get(':id')
  @UseGuards(HeaderGuard)
  @UseInterceptors(LabelInterceptor)
  @Header('X-Box', 'open')
  read(
    @Param('id', ParseIntPipe) id: number,
    @Query('colour') colour: string,
    @Headers('x-shade') shade: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Box {
    if (id === 418) throw new TeapotError();
    if (id === 409) throw new ConflictException('The box is open');
    response.setHeader('X-Method', request.method);
    return { id, label: `${shade} ${colour}` };
  }

  @Post()
  @HttpCode(202)
  @UsePipes(LabelPipe)
  create(@Body() body: PlainDto): PlainDto {
    return body;
  }

  @Put()
  update(@Body('label') label: string): object {
    return { label };
  }
}

@Module({ controllers: [BoxesController, OpenBoxesController] })
class BoxesModule {}

@Module({
  controllers: [BoxesController, OpenBoxesController],
  providers: [
    { provide: APP_PIPE, useClass: GlobalPipe },
    { provide: APP_INTERCEPTOR, useClass: GlobalInterceptor },
  ],
})
class GlobalsModule {}

const headers = { 'X-Shade': 'dark' };

describe("Nest's decorators", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start({}, { modules: [BoxesModule] });
  });
  afterAll(() => service.stop());

  describe('on an operation', () => {
    it('pipes and interceptors of the handler see what it is given and returns', async () => {
      const { status, body } = await service.post('/v1/boxes', { boxes: { label: 'a' } });
      expect([status, body]).toEqual([201, { ID: 1, LABEL: 'api' }]);
    });

    it('parameters and headers work, and the record table writes the answer', async () => {
      const answer = await service.get('/v1/boxes/plain/7?colour=red', { headers });
      expect(answer.body).toEqual({ ID: 7, LABEL: 'dark red' });
      expect(answer.headers).toMatchObject({ 'x-box': 'plain', 'x-method': 'GET' });
      expect(answer.headers['etag']).toBeDefined();
    });

    it("a body by Nest's decorator is checked by its class, and @HttpCode sets the status", async () => {
      const good = await service.post('/v1/boxes/plain', { label: 'a', count: 2 });
      expect([good.status, good.body]).toEqual([202, { ID: 2, LABEL: 'a' }]);
      const bad = await sent('/v1/boxes/plain', 'POST', { label: 1, count: 0, more: true });
      const { errors } = JSON.parse(bad.text) as { errors: { pointer: string }[] };
      expect(bad.status).toBe(400);
      expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/count', '/label', '/more']);
    });

    it('a StreamableFile is sent as it is', async () => {
      const { text, headers: answered } = await fetched('/v1/boxes/file/3');
      expect(text).toBe('box 3');
      expect(answered.get('content-type')).toMatch('text/plain');
    });

    it('guards and filters work', async () => {
      expect((await service.get('/v1/boxes/guarded/1')).body).toMatchObject({ LABEL: 'guarded' });
      const closed = await fetched('/v1/boxes/guarded/1', { 'X-Closed': '1' });
      expect(closed.status).toBe(403);
      expect(await fetched('/v1/boxes/guarded/418')).toMatchObject({ status: 418, text: 'teapot' });
    });

    it("Nest's exceptions are answered with their status and text", async () => {
      expect(await problemOf('/v1/boxes/guarded/404')).toMatchObject({
        ...{ status: 404, code: 'http.404', title: 'Not Found', detail: 'No such box' },
      });
      expect(await problemOf('/v1/boxes/plain/x?colour=red')).toMatchObject({
        ...{ status: 400, code: 'request.invalid' },
        detail: 'Validation failed (numeric string is expected)',
      });
      expect(await problemOf('/v1/boxes/%FF')).toMatchObject({ code: 'url.malformed' });
      expect(await problemOf('/v1/boxes/guarded')).toMatchObject({ code: 'request.invalid' });
      expect(await problemOf('/v1/bixes/1')).toMatchObject({ code: 'path.notFound' });
    });

    it('faults of path, query and body come together, and preconditions before the handler', async () => {
      const bad = await service.put('/v1/boxes/0?colur=red', { boxes: { label: 5 } });
      const { errors } = bad.body as { errors: { pointer: string }[] };
      expect(bad.status).toBe(400);
      expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
        ...['/boxes/label', 'path/id', 'query/colur'],
      ]);
      const body = { boxes: { label: 'new' } };
      const stale = await service.put('/v1/boxes/4', body, { headers: { 'If-Match': '"old"' } });
      expect(stale.status).toBe(412);
      const { etag } = (await service.get('/v1/boxes/4')).headers as { etag: string };
      const fresh = await service.put('/v1/boxes/4', body, { headers: { 'If-Match': etag } });
      expect(fresh.body).toEqual({ ID: 4, LABEL: 'new ' });
    });
  });

  describe('on another controller', () => {
    it('parameters, headers, interceptors, guards and filters work', async () => {
      const { text, headers: answered } = await fetched('/open/boxes/7?colour=red', headers);
      expect(JSON.parse(text)).toEqual({ id: 7, label: 'dark redi' });
      expect([answered.get('x-box'), answered.get('x-method')]).toEqual(['open', 'GET']);
      expect((await fetched('/open/boxes/7', { 'X-Closed': '1' })).status).toBe(403);
      expect((await fetched('/open/boxes/418')).status).toBe(418);
      expect(await problemOf('/open/boxes/x')).toMatchObject({
        ...{ status: 400, code: 'request.invalid' },
        detail: 'Validation failed (numeric string is expected)',
      });
      expect(await problemOf('/open/boxes/409')).toMatchObject({
        ...{ status: 409, code: 'http.409', detail: 'The box is open' },
      });
    });

    it('a body is read, checked by its class, and passes pipes', async () => {
      const good = await sent('/open/boxes', 'POST', { label: 'a', count: 1 });
      expect([good.status, JSON.parse(good.text)]).toEqual([202, { label: 'ap', count: 1 }]);
      const bad = await sent('/open/boxes', 'POST', { label: 'a' });
      expect(bad.status).toBe(400);
      expect(JSON.parse(bad.text)).toMatchObject({ errors: [{ pointer: '/count' }] });
      expect((await sent('/open/boxes', 'PUT', { label: 'b' })).text).toBe('{"label":"b"}');
    });

    it('a StreamableFile is sent as it is', async () => {
      const file = await fetched('/open/boxes/file');
      expect([file.text, file.headers.get('content-type')]).toEqual(['bytes', 'application/x-box']);
    });
  });

  describe('for everything', () => {
    let other: Service;
    beforeAll(async () => {
      other = await Service.start({}, { modules: [GlobalsModule] });
    });
    afterAll(() => other.stop());

    it('a global pipe sees what was checked, and a global interceptor runs', async () => {
      const created = await other.post('/v1/boxes', { boxes: { label: 'a' } });
      expect(created.body).toEqual({ ID: 1, LABEL: 'aPpi' });
      expect(created.headers['x-global']).toBe('seen');
      const open = await sent('/open/boxes', 'POST', { label: 'a', count: 1 }, other.url);
      expect(JSON.parse(open.text)).toEqual({ label: 'aPp', count: 1 });
    });
  });

  /** Answers that the OpenAPI document does not describe. */
  async function fetched(path: string, more: Record<string, string> = {}) {
    const key = { Authorization: `Bearer ${await service.createKey('news:read')}` };
    const answer = await fetch(`${service.url}${path}`, { headers: { ...key, ...more } });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  async function problemOf(path: string): Promise<object> {
    return JSON.parse((await fetched(path)).text) as object;
  }

  async function sent(path: string, method: string, body: object, url = service.url) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${MASTER_KEY}` },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  }
});
