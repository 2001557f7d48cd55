import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { Configuration } from '../config/configuration';
import { createLogger, LOGGER } from './logging';
import { Operations } from './operation/operations';
import { ProblemFilter } from './problem.filter';
import { RequestReader } from './request/request-reader';
import { ResponseInterceptor } from './response.interceptor';
import { ScopeGuard } from './scope.guard';
import { Shapes } from './shape/shapes';

/** The conventions of the API, for every operation alike. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    Operations,
    RequestReader,
    {
      provide: LOGGER,
      inject: [Configuration],
      useFactory: ({ logLevel }: Configuration) => createLogger(logLevel),
    },
    {
      provide: Shapes,
      inject: [Configuration],
      useFactory: ({ storeTimeZone }: Configuration) => new Shapes(storeTimeZone),
    },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [LOGGER, Operations, RequestReader, Shapes],
})
export class ApiModule {}
