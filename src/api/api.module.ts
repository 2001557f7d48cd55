import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { Configuration } from '../config/configuration';
import { Clock } from '../core/clock';
import { Metrics } from '../core/metrics';
import { Primary } from '../core/primary';
import { AnswerWriter } from './answer-writer';
import { Conditions } from './conditions';
import { Repeats } from './idempotency/repeats';
import { createLogger, LOGGER } from './logging';
import { OperationRunner } from './operation-runner';
import { Operations } from './operation/operations';
import { ProblemFilter } from './problem.filter';
import { openPoints } from './rate-limits/open-points';
import { Points } from './rate-limits/points';
import { RateLimitGuard } from './rate-limit.guard';
import { BodyReader } from './request/body-reader';
import { LargeJson } from './request/large-json';
import { OperationChecks } from './request/operation-checks';
import { RequestReader } from './request/request-reader';
import { ResponseInterceptor } from './response.interceptor';
import { ScopeGuard } from './scope.guard';
import { Shapes } from './shape/shapes';
import { Turns } from './turns';

/** The conventions of the API, for every operation alike. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AnswerWriter,
    BodyReader,
    Conditions,
    LargeJson,
    OperationChecks,
    OperationRunner,
    Operations,
    Repeats,
    RequestReader,
    Turns,
    {
      provide: LOGGER,
      inject: [Configuration],
      useFactory: ({ logLevel }: Configuration) => createLogger(logLevel),
    },
    {
      provide: Shapes,
      inject: [Configuration],
      useFactory: ({ storeTimeZone }: Configuration) => Shapes.of(storeTimeZone),
    },
    {
      provide: Points,
      inject: [Configuration, Clock, Metrics, { token: Primary, optional: true }],
      useFactory: openPoints,
    },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [LOGGER, OperationChecks, Operations, Shapes],
})
export class ApiModule {}
