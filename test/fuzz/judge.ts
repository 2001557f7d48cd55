import type { OpenApiDocument } from '../../src/api/openapi/openapi-document';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { createFormats } from '../../src/api/validation/formats';
import type { ExactAnswer } from '../api/conventions/requests/exact-request';
import { Contract } from '../support/contract';
import type { Described } from './described';
import { exactRequest, type Sketch } from './requests';

/** Stack frames, SQL, files and libraries: what no answer may show. */
const INSIDES =
  /\n\s+at |\.[cm]?[jt]s:\d|\/src\/|\/dist\/|node_modules|SQLITE_|ER_[A-Z]{3}|QueryFailed|TypeError|typeorm|\bajv\b/;

/** Answers that no operation gives: those of the path itself. */
const OF_THE_PATH = ['path.notFound', 'method.notAllowed'];

/** The defect of an answer: a word for its kind, and the particulars. */
export interface Defect {
  readonly kind: string;
  readonly detail: string;
}

/** Judges answers by the OpenAPI document. */
export class Judge {
  private readonly contract: Contract;
  private readonly ajv: Ajv2020;
  private readonly bodies = new Map<Described, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.contract = new Contract(document);
    this.ajv = new Ajv2020({
      ...{ strict: false, validateSchema: false, logger: false },
      formats: { ...createFormats('UTC'), binary: true },
    });
    this.ajv.addSchema({ ...document, $id: 'openapi' });
  }

  /** @param refusable that the request breaks a rule of the document */
  judge(sketch: Sketch, answer: ExactAnswer, refusable: boolean): Defect | undefined {
    const { status, text } = answer;
    if (status >= 500) return { kind: `answers ${status}`, detail: text };
    if (status >= 400) return this.judgeProblem(sketch, answer);
    if (refusable) return { kind: 'takes what it must refuse', detail: `${status} ${text}` };
    return this.offContract(sketch, answer);
  }

  /** Whether the document doesn't allow the body. */
  refusesBody({ operation, body, bytes, method }: Sketch): boolean {
    if (operation.mediaType !== 'application/json' || method !== operation.method) return false;
    const given = bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    if (given === undefined || !operation.body) return false;
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(given);
      return !this.validatorOf(operation)(JSON.parse(text));
    } catch {
      return true;
    }
  }

  private judgeProblem(sketch: Sketch, answer: ExactAnswer): Defect | undefined {
    const { status, text, headers } = answer;
    if (!String(headers['content-type']).startsWith('application/problem+json')) {
      return { kind: `answers ${status} without a problem document`, detail: text };
    }
    const problem = JSON.parse(text) as { code?: string; status?: number; requestId?: string };
    if (problem.status !== status || problem.requestId !== headers['x-request-id']) {
      return { kind: `answers ${status} with a wrong problem document`, detail: text };
    }
    const visible = text.replaceAll(JSON.stringify(exactRequest(sketch).path).slice(1, -1), '');
    if (INSIDES.test(visible)) return { kind: 'shows its inside', detail: text };
    if (OF_THE_PATH.includes(problem.code ?? '')) return undefined;
    if (status === 404 && sketch.method === sketch.operation.method) {
      const isDeclared = sketch.operation.statuses.has(404);
      if (!isDeclared && problem.code === 'record.notFound' && !this.isElsewhere(sketch)) {
        return { kind: 'answers 404, undeclared', detail: text };
      }
      return undefined;
    }
    return this.offContract(sketch, answer);
  }

  /** Whether a changed path may lead to another operation. */
  private isElsewhere({ operation }: Sketch): boolean {
    return operation.path.includes('{');
  }

  private offContract({ method, ...sketch }: Sketch, answer: ExactAnswer): Defect | undefined {
    const { path } = exactRequest({ ...sketch, method });
    const mediaType = String(answer.headers['content-type']).split(';')[0] ?? '';
    try {
      this.contract.check(method, path, answer.status, mediaType, answer.text);
      return undefined;
    } catch (error) {
      return {
        kind: `answers ${answer.status} off the document`,
        detail: (error as Error).message,
      };
    }
  }

  private validatorOf(operation: Described): ValidateFunction {
    const known = this.bodies.get(operation);
    if (known) return known;
    const text = JSON.stringify(operation.body).replaceAll('"#/components', '"openapi#/components');
    const made = this.ajv.compile(JSON.parse(text) as object);
    this.bodies.set(operation, made);
    return made;
  }
}
