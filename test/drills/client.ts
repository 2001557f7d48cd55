import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange, type ExactAnswer } from '../api/conventions/requests/exact-request';
import { field, file, form, FORM_TYPE } from '../support/multipart';
import type { Dice } from '../support/random/generated-store';
import { responseOf, type SentRequest } from './sent-request';

/** Every request has a connection of its own, so that each goes to the next process. */
const agent = new Agent({ keepAlive: false });

/** After a fault an answer must come within so many milliseconds: the longest lease is a minute. */
const ANSWER_TIMEOUT_MS = 75_000;

/** A request before it is sent. */
export interface DrillRequest {
  readonly kind: string;
  readonly about: string;
  readonly method: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: unknown;
  /** A file instead of a body. */
  readonly upload?: { readonly folder: string; readonly name: string; readonly content: string };
  /** Lines of an import instead of a body. */
  readonly lines?: readonly object[];
  readonly mark?: string;
  readonly ifMatch?: string;
}

/** An attempt that ended without what was asked for, through no fault of the request. */
export interface FailedAttempt {
  /** By `performance.now()`. */
  readonly at: number;
  /** Status of the answer; 0: none came. */
  readonly status: number;
  /** The request, and the code of the answer. */
  readonly what: string;
}

/** The state that all clients of a drill share. */
export class DrillSession {
  /** The record of the drill. */
  readonly sent: SentRequest[] = [];
  /** Attempts that had to be made again. */
  readonly troubles: FailedAttempt[] = [];
  /** How many requests are under way. */
  inFlight = 0;
  /** When the last fault was over, by `performance.now()`; Infinity: it is not. */
  recoveredAt = performance.now();
  /** Whether nothing is attempted again, because a fault could not be undone. */
  isAborted = false;

  constructor(readonly url: string) {}

  /** Called with each request before it is sent. */
  record(sent: SentRequest): void {
    this.sent.push(sent);
  }
}

/** A client that keeps to docs/integration.md: it repeats what was not answered, and records all. */
export class Client {
  private markCount = 0;

  /** @param name no other client's */
  constructor(
    readonly name: string,
    readonly dice: Dice,
    private readonly session: DrillSession,
  ) {}

  /** A text that nobody has used. */
  mark(): string {
    return `${this.name}-${++this.markCount}`;
  }

  /** Sends a request until there is an answer that does not ask for another attempt. */
  async send(request: DrillRequest): Promise<SentRequest> {
    const { kind, about, method, path, body, upload, lines, ifMatch } = request;
    const { mark = this.mark() } = request;
    const isKeyed = method === 'POST' && !path.startsWith('/fileManager/');
    const sent: SentRequest = {
      ...{ kind, about, mark, method, path, body: body ?? upload?.name, isKeyed },
      ...{ start: performance.now(), end: Infinity, status: 0, answer: undefined },
      ...{ attempts: 0, lost: 0, faults: [] },
      ...(ifMatch === undefined ? {} : { ifMatch }),
    };
    this.session.record(sent);
    this.session.inFlight++;
    while (await this.attempt(sent, { upload, lines })) {
      await pause(Math.min(50 * 2 ** sent.attempts, 1000) * (0.5 + this.dice.next() / 2));
    }
    this.session.inFlight--;
    return sent;
  }

  /** Reads; what is not answered in time is undefined. */
  async get<T>(path: string, kind = 'read', about = path): Promise<T | undefined> {
    const sent = await this.send({ kind, about, method: 'GET', path });
    return sent.status === 200 ? responseOf<T>(sent) : undefined;
  }

  /** @returns whether another attempt is due */
  private async attempt(sent: SentRequest, content: Content): Promise<boolean> {
    sent.attempts++;
    const answer = await this.exchange(sent, content);
    if (answer) {
      sent.status = answer.status;
      sent.answer = parseJson(answer.text);
      sent.etag = answer.headers.etag ?? '';
      if (answer.status >= 500) sent.faults.push(answer.status);
    } else {
      sent.status = 0;
      sent.answer = undefined;
      sent.lost++;
    }
    const isOpen = !answer || isRetryable(answer.status, sent.answer);
    if (isOpen) this.session.troubles.push(toFailedAttempt(sent));
    else sent.end = performance.now();
    return (
      isOpen &&
      !this.session.isAborted &&
      performance.now() < Math.max(sent.start, this.session.recoveredAt) + ANSWER_TIMEOUT_MS
    );
  }

  private async exchange(sent: SentRequest, content: Content): Promise<ExactAnswer | undefined> {
    const { method, path, mark, isKeyed, ifMatch } = sent;
    const { type, bytes } = contentOf(sent, content);
    const headers = {
      ...(bytes === undefined ? {} : { 'Content-Type': type }),
      ...(isKeyed ? { 'Idempotency-Key': mark } : {}),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    };
    const request = {
      method,
      path: `/v1${path}`,
      headers,
      ...(bytes === undefined ? {} : { body: bytes }),
    };
    return exchange(this.session.url, request, agent).catch(() => undefined);
  }
}

/** Content that is sent instead of the body of the record. */
type Content = { readonly [K in 'upload' | 'lines']: DrillRequest[K] | undefined };

function contentOf({ body }: SentRequest, { upload, lines }: Content) {
  if (upload) {
    const bytes = form(field('path', upload.folder), file(upload.name, upload.content));
    return { type: FORM_TYPE, bytes };
  }
  if (lines) {
    const bytes = lines.map((line) => JSON.stringify(line)).join('\n');
    return { type: 'application/x-ndjson', bytes };
  }
  return { type: 'application/json', bytes: body === undefined ? undefined : JSON.stringify(body) };
}

/** Whether the answer asks to send the request again. */
function isRetryable(status: number, answer: unknown): boolean {
  return (
    status >= 500 ||
    status === 429 ||
    status === 408 ||
    findProblemCode(answer) === 'idempotency.inProgress'
  );
}

function toFailedAttempt({ kind, status, answer }: SentRequest): FailedAttempt {
  return {
    at: performance.now(),
    status,
    what: `${kind} ${status} ${findProblemCode(answer) ?? ''}`,
  };
}

function findProblemCode(answer: unknown): string | undefined {
  return ((answer ?? {}) as { code?: string }).code;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
