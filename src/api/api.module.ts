import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import type { DestinationStream } from 'pino';
import { Configuration } from '../config/configuration';
import { Clock } from '../core/clock';
import { Metrics } from '../core/metrics';
import { PeerProcess } from '../core/peer-process';
import { ResponseSerializer } from './response/response-serializer';
import { createLogger, LOG_DESTINATION, LOGGER } from './observability/logging';
import { OperationRegistry } from './operation/operation-registry';
import { PipelineInterceptor, PIPELINE_STEPS } from './pipeline/pipeline.interceptor';
import type { PipelineStep } from './pipeline/pipeline-step';
import { HeavyWorkAdmission } from './pipeline/admission.step';
import { pipelineStepClasses } from './pipeline/pipeline-step-classes';
import { OperationValidationPipe } from './pipeline/operation-validation.pipe';
import { ProblemFilter } from './problems/problem.filter';
import { createRateLimiter } from './rate-limits/create-rate-limiter';
import { RateLimiter } from './rate-limits/rate-limiter';
import { ConcurrentRequestsGuard } from './rate-limits/concurrent-requests.guard';
import { RateLimitGuard } from './rate-limits/rate-limit.guard';
import { BodyReader } from './request/body-reader';
import { LargeJsonParser } from './request/large-json-parser';
import { OperationValidators } from './request/operation-validators';
import { ScopeGuard } from './pipeline/scope.guard';
import { ValidatorCompiler } from './validation/validator-compiler';

/** The conventions that every operation of the API follows: checks, errors, idempotency, rate limits and logs. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    ResponseSerializer,
    BodyReader,
    LargeJsonParser,
    OperationValidators,
    OperationRegistry,
    OperationValidationPipe,
    HeavyWorkAdmission,
    RateLimitGuard,
    ...pipelineStepClasses,
    {
      provide: PIPELINE_STEPS,
      inject: [...pipelineStepClasses],
      useFactory: (...all: PipelineStep[]) => all,
    },
    {
      provide: LOGGER,
      inject: [Configuration, { token: LOG_DESTINATION, optional: true }],
      useFactory: ({ logLevel }: Configuration, destination?: DestinationStream) =>
        createLogger(logLevel, destination),
    },
    {
      provide: ValidatorCompiler,
      inject: [Configuration],
      useFactory: ({ storeTimeZone }: Configuration) =>
        ValidatorCompiler.forTimeZone(storeTimeZone),
    },
    {
      provide: RateLimiter,
      inject: [Configuration, Clock, Metrics, { token: PeerProcess, optional: true }],
      useFactory: createRateLimiter,
    },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: ConcurrentRequestsGuard },
    { provide: APP_GUARD, useExisting: RateLimitGuard },
    { provide: APP_PIPE, useExisting: OperationValidationPipe },
    { provide: APP_INTERCEPTOR, useClass: PipelineInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [DiscoveryModule, LOGGER, OperationValidators, OperationRegistry, ValidatorCompiler],
})
export class ApiModule {}
