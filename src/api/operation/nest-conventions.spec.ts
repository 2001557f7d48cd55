import {
  Body,
  createParamDecorator,
  Header,
  Headers,
  HttpCode,
  Injectable,
  Module,
  Param,
  Query,
  Redirect,
  Render,
  Req,
  Res,
  Scope,
  Sse,
  type Type,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { literal } from '../answer';
import { ApiController, OpenController, Read, Remove } from './operation.decorator';
import { Operations } from './operations';

@Injectable()
class Anything {
  intercept = jest.fn();
  transform = jest.fn();
  canActivate = jest.fn();
  catch = jest.fn();
}

@Injectable({ scope: Scope.REQUEST })
class OfTheRequest {}

const Own = createParamDecorator(() => 1);
const heading = { name: 'Things', rank: 1, description: 'Of the spec' };
const place = { area: 'news', heading } as const;
const nothing = { summary: 'Answers nothing', returns: literal({}) };

type Decorator = ClassDecorator & MethodDecorator;
const none = (() => undefined) as Decorator;

/** Where decorators stand: on the controller, above the operation's own, below it, at a parameter. */
interface Places {
  readonly controller?: ClassDecorator;
  readonly above?: MethodDecorator;
  readonly below?: MethodDecorator;
  readonly parameter?: ParameterDecorator;
}

function controllerWith(places: Places): Type {
  const { controller = none, above = none, below = none } = places;
  const { parameter = (): void => undefined } = places;

  @ApiController('things', place)
  @controller
  class ThingsController {
    @above
    @Read(':id', nothing)
    @below
    read(@parameter _part: unknown): object {
      return {};
    }
  }
  return ThingsController;
}

/** Collects the operations as the start does. */
async function collect(controller: Type, ...globals: readonly object[]): Promise<Operations> {
  @Module({})
  class ThingsModule {}
  const module = await Test.createTestingModule({
    imports: [
      DiscoveryModule,
      { module: ThingsModule, controllers: [controller], providers: globals as Type[] },
    ],
    providers: [Operations],
  }).compile();
  const operations = module.get(Operations);
  operations.collect();
  return operations;
}

describe("an operation's handler", () => {
  it.each<[string, Places, string]>([
    ['@UseInterceptors', { above: UseInterceptors(Anything) }, 'do it in the service'],
    ['@UsePipes', { above: UsePipes(Anything) }, 'declare it at the member of the DTO'],
    ['@Redirect', { above: Redirect('/') }, 'declare the answer by `returns`'],
    ['@Render', { above: Render('page') }, 'declare the answer by `returns`'],
    ['@Sse', { below: Sse() }, 'declare the answer by `returns`'],
    ['@HttpCode', { above: HttpCode(202) }, 'declare it by `status`'],
    ['@HttpCode', { below: HttpCode(202) }, 'declare it by `status`'],
    [
      "@Header('Content-Type')",
      { above: Header('Content-Type', 'text/plain') },
      'declare the answer by `returns`',
    ],
  ])('with %s ends the start', async (decorator, places, instead) => {
    const start = collect(controllerWith(places));
    await expect(start).rejects.toThrow(
      `ThingsController.read: ${decorator} does nothing here; ${instead}`,
    );
  });

  it.each<[string, ParameterDecorator]>([
    ['@Body()', Body()],
    ['@Query()', Query()],
    ['@Param()', Param()],
    ['@Headers()', Headers()],
    ['@Req()', Req()],
    ['@Res()', Res()],
    ['createParamDecorator', Own()],
  ])("with a parameter by Nest's %s ends the start", async (_, parameter) => {
    const start = collect(controllerWith({ parameter }));
    await expect(start).rejects.toThrow(
      "ThingsController.read: a parameter's decorator of Nest does nothing here; take parameters by Path",
    );
  });

  it('that changes what If-Match could not speak of ends the start', async () => {
    @ApiController('things', place)
    class ThingsController {
      @Remove(':id', { summary: 'Remove it' })
      removeThing(): { id: number } {
        return { id: 1 };
      }
    }
    await expect(collect(ThingsController)).rejects.toThrow(
      "removeThing changes what If-Match can't speak of: give it a state",
    );
  });

  it('of a controller for each request ends the start', async () => {
    @ApiController('things', place)
    class ThingsController {
      constructor(readonly request: OfTheRequest) {}

      @Read('', nothing)
      read(): object {
        return {};
      }
    }
    const start = collect(ThingsController, OfTheRequest);
    await expect(start).rejects.toThrow(
      'ThingsController.read: the scope REQUEST does nothing here; take what is of the request by Caller',
    );
  });

  it.each<[string, Places]>([
    ['nothing else', {}],
    ['@UseGuards', { controller: UseGuards(Anything), above: UseGuards(Anything) }],
    ['@UseFilters', { controller: UseFilters(Anything), above: UseFilters(Anything) }],
    ['@Header', { above: Header('Deprecation', 'true') }],
    ['the @HttpCode that it declares', { above: HttpCode(200), below: HttpCode(200) }],
  ])('may have %s', async (_, places) => {
    const operations = await collect(controllerWith(places));
    expect(operations.all()).toMatchObject([{ id: 'read', status: 200 }]);
  });
});

describe('a controller of the API', () => {
  it.each<[string, ClassDecorator]>([
    ['@UseInterceptors', UseInterceptors(Anything)],
    ['@UsePipes', UsePipes(Anything)],
  ])('with %s ends the start', async (decorator, controller) => {
    const start = collect(controllerWith({ controller }));
    await expect(start).rejects.toThrow(`ThingsController.read: ${decorator} does nothing here`);
  });
});

describe('a controller outside the API', () => {
  it('may have all of them: Nest calls its handlers', async () => {
    @OpenController('open')
    @UseInterceptors(Anything)
    class OtherController {
      @Redirect('/')
      @UsePipes(Anything)
      read(@Query() _query: unknown): object {
        return {};
      }
    }
    const operations = await collect(OtherController);
    expect(operations.all()).toEqual([]);
  });
});

describe('what a module provides for everything', () => {
  it.each([
    [
      'an interceptor',
      APP_INTERCEPTOR,
      'Anything of ThingsModule: a global interceptor does nothing',
    ],
    ['a pipe', APP_PIPE, 'Anything of ThingsModule: a global pipe does nothing'],
  ])('ends the start when it is %s', async (_, provide, message) => {
    const start = collect(controllerWith({}), { provide, useClass: Anything });
    await expect(start).rejects.toThrow(message);
  });

  it.each([
    ['a guard', APP_GUARD],
    ['a filter', APP_FILTER],
  ])('may be %s', async (_, provide) => {
    const operations = await collect(controllerWith({}), { provide, useClass: Anything });
    expect(operations.all()).toHaveLength(1);
  });
});
