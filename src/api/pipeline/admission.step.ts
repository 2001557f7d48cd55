import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { getCallerId, abortOnDisconnect } from '../../core/actor-context';
import { DatabaseBusy } from '../../core/errors';
import { FairSemaphore } from '../../core/fair-semaphore';
import type { Operation } from '../operation/operation';
import { TooManyLargeBodies } from '../problems/api-errors';
import { closeConnectionIfUnread, getMaxBodyBytes, MAX_JSON_BYTES } from '../request/body';
import type { HttpExchange, PipelineStep } from './pipeline-step';
import { isWholeCsvTable } from './requested-csv-table';

type Next = () => Promise<unknown>;

/** HEAVY operations hold large responses. More of them at once would use more memory without finishing sooner. */
const MAX_HEAVY_OPERATIONS = 6;
/** Maximum number of HEAVY operations of one caller. The rest is for others while the caller's slow documents are rendered. */
const MAX_HEAVY_OPERATIONS_PER_CALLER = 4;

/** Maximum number of reads without pages of one caller at once, HEAVY or not. */
const MAX_READS_PER_CALLER = 4;

/**
 * Records and their parts have no maximum size: the history of an order may have 100 MB. Each read of it holds that in
 * memory several times and delays others. A caller's reads of such a size run one at a time.
 */
const LARGE_READ_MIN_CHARACTERS = 1024 * 1024;
const MAX_LARGE_PATHS = 1_000;

/**
 * Bytes of all bodies above the usual limit that are being read or worked on. Their chunks take as much memory again.
 */
const MAX_LARGE_BODIES_BYTES = 40 * 1024 * 1024;
/** Minimum that a large body counts for: the work on it takes memory, too. */
const MIN_LARGE_BODY_BYTES = MAX_LARGE_BODIES_BYTES / 8;
/** Maximum bytes of large bodies of one caller. The rest is for others while the caller's slow pictures are processed. */
const MAX_LARGE_BODIES_BYTES_PER_CALLER = (MAX_LARGE_BODIES_BYTES / 4) * 3;
const MAX_WAITING_LARGE_BODIES = 64;

/** How long a request waits for admission. */
const ADMISSION_TIMEOUT_MS = 30_000;

/** Admits a request with a large body, before the body is read, when there is room for it. Callers take turns. */
@Injectable()
export class BodyAdmissionStep implements PipelineStep {
  private readonly semaphore = new FairSemaphore(MAX_LARGE_BODIES_BYTES, {
    maxWaiting: MAX_WAITING_LARGE_BODIES,
    maxPerCaller: MAX_LARGE_BODIES_BYTES_PER_CALLER,
  });

  appliesTo({ body }: Operation): boolean {
    return body?.maxBytes !== undefined;
  }

  /** @throws TooManyLargeBodies */
  intercept({ operation, request, response }: HttpExchange, next: Next): Promise<unknown> {
    const limit = operation.body?.maxBytes ?? MAX_JSON_BYTES;
    const createError = (): Error => {
      closeConnectionIfUnread(request, response);
      return new TooManyLargeBodies();
    };
    const bytes = Math.min(limit, getMaxBodyBytes(request, limit));
    const options = { createError, permits: Math.max(MIN_LARGE_BODY_BYTES, bytes) };
    return runAdmitted(this.semaphore, request, next, options);
  }
}

/** Admits work of HEAVY operations when few others are running. Callers take turns. */
@Injectable()
export class HeavyWorkAdmission {
  private readonly semaphore = new FairSemaphore(MAX_HEAVY_OPERATIONS, {
    maxPerCaller: MAX_HEAVY_OPERATIONS_PER_CALLER,
  });

  /** @throws DatabaseBusy */
  run(request: Request, work: Next): Promise<unknown> {
    return runAdmitted(this.semaphore, request, work, { createError: () => new DatabaseBusy() });
  }
}

/** Admits a HEAVY operation, after its request has been read. Whole tables are admitted page by page (CsvTablePageStep). */
@Injectable()
export class HeavyOperationAdmissionStep implements PipelineStep {
  constructor(private readonly admission: HeavyWorkAdmission) {}

  /** Operations that stream their data need little memory. */
  appliesTo({ cost, bodyStream, form, responseSpec, body }: Operation): boolean {
    return (
      cost === 'HEAVY' &&
      !bodyStream &&
      !form &&
      !responseSpec.toStreamedBody &&
      body?.maxBytes === undefined
    );
  }

  /** @throws DatabaseBusy */
  intercept(exchange: HttpExchange, next: Next): Promise<unknown> {
    return isWholeCsvTable(exchange) ? next() : this.admission.run(exchange.request, next);
  }
}

/** Admits a read of a record, its parts, or a list without pages. Pages and streams need little memory. */
@Injectable()
export class ReadAdmissionStep implements PipelineStep {
  private readonly semaphore = new FairSemaphore(Infinity, { maxPerCaller: MAX_READS_PER_CALLER });
  /** Paths whose last response was large, the latest at the end. */
  private readonly largePaths = new Set<string>();

  appliesTo({ method, bodyStream, responseSpec }: Operation): boolean {
    const { file, toStreamedBody: responseStream, csvTable } = responseSpec;
    const isStreamed = bodyStream || file !== undefined || responseStream !== undefined;
    return method === 'get' && !isStreamed && !csvTable?.paging;
  }

  /** @throws DatabaseBusy */
  async intercept({ request }: HttpExchange, next: Next): Promise<unknown> {
    const { path } = request;
    const permits = this.largePaths.has(path) ? MAX_READS_PER_CALLER : 1;
    const options = { createError: () => new DatabaseBusy(), permits };
    const body = await runAdmitted(this.semaphore, request, next, options);
    this.largePaths.delete(path);
    if (typeof body === 'string' && body.length > LARGE_READ_MIN_CHARACTERS)
      this.rememberLargePath(path);
    return body;
  }

  private rememberLargePath(path: string): void {
    this.largePaths.add(path);
    const [oldest] = this.largePaths;
    if (oldest !== undefined && this.largePaths.size > MAX_LARGE_PATHS) {
      this.largePaths.delete(oldest);
    }
  }
}

/**
 * Runs the work once the semaphore grants the permits.
 * @param createError creates the error for a timeout or a client that has disconnected
 */
async function runAdmitted<T>(
  semaphore: FairSemaphore,
  { socket }: Request,
  work: () => Promise<T>,
  { createError, permits = 1 }: { readonly createError: () => Error; readonly permits?: number },
): Promise<T> {
  const caller = getCallerId();
  const isAdmitted =
    semaphore.tryAcquire(caller, permits) ||
    (await abortOnDisconnect((signal) =>
      semaphore.acquire(caller, { timeoutMs: ADMISSION_TIMEOUT_MS, permits, signal }),
    ));
  if (!isAdmitted) throw createError();
  try {
    if (socket.destroyed) throw createError();
    return await work();
  } finally {
    semaphore.release(caller, permits);
  }
}
