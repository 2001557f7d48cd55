import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { defer, lastValueFrom, type Observable, switchMap } from 'rxjs';
import type { Operation } from '../operation/operation';
import { OperationRegistry } from '../operation/operation-registry';
import { hasBody, MAX_JSON_BYTES } from '../request/body';
import { getRequestContext } from '../request/request-context';
import { readJsonBody } from '../request/small-body';
import type { HttpExchange, PipelineStep } from './pipeline-step';

/** Injection token of the steps around every handler, in their order. */
export const PIPELINE_STEPS = Symbol('steps around a handler');

/**
 * Runs the steps around every handler of the API. Nest calls the handler, with its own pipes and interceptors. For
 * controllers outside of the API, it only parses JSON bodies.
 */
@Injectable()
export class PipelineInterceptor implements NestInterceptor {
  /** The steps that apply to an operation. Most operations need few of them, and each step costs time. */
  private readonly stepsByOperation = new Map<Operation, readonly PipelineStep[]>();

  constructor(
    private readonly operations: OperationRegistry,
    @Inject(PIPELINE_STEPS) private readonly steps: readonly PipelineStep[],
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const operation = this.operations.findByHandler(context.getHandler());
    if (!operation) {
      return hasBody(request)
        ? defer(() => readNestBody(request, response)).pipe(switchMap(() => next.handle()))
        : next.handle();
    }
    // A change is completed even if the client disconnects.
    if (operation.method === 'get') getRequestContext(request).isAbortable = true;
    return defer(() =>
      this.runPipeline({ operation, request, response }, () =>
        lastValueFrom(next.handle(), { defaultValue: undefined }),
      ),
    );
  }

  private runPipeline(exchange: HttpExchange, handler: () => Promise<unknown>): Promise<unknown> {
    const pipeline = this.listSteps(exchange.operation).reduceRight(
      (inner, step) => () => step.intercept(exchange, inner),
      handler,
    );
    return pipeline();
  }

  private listSteps(operation: Operation): readonly PipelineStep[] {
    let steps = this.stepsByOperation.get(operation);
    if (!steps) {
      steps = this.steps.filter((step) => step.appliesTo?.(operation) ?? true);
      this.stepsByOperation.set(operation, steps);
    }
    return steps;
  }
}

/** Parses the JSON of a request into its `body`, for Nest's own `@Body()`. */
async function readNestBody(request: Request, response: Response): Promise<void> {
  request.body = await readJsonBody(request, response, MAX_JSON_BYTES);
}
