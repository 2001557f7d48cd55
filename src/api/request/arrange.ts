import type { Request } from 'express';
import { type Fault, InvalidRequest } from '../../core/errors';
import type { LoadPlan } from '../../core/load-plan';
import type { AnyAnswer } from '../answer';
import type { Operation } from '../operation/operation';
import { type Check, MOST_FAULTS } from '../shape/shapes';
import type { IncomingBody } from './body-reader';
import { contextOf } from './context';
import type { Checks } from './operation-checks';
import { queryValues } from './query-values';

/** What a handler is called with, and how its answer is written. */
export interface Arranged {
  /** The handler's parameters, by position. */
  readonly values: readonly unknown[];
  /** The answer that the query chose. */
  readonly answer: AnyAnswer;
  /** Keys that `fields` asks for; all when undefined. */
  readonly keys?: readonly string[];
  /** The root of the body; absent when it came bare, or when there is none. */
  readonly root?: string;
}

/**
 * Checks the parts of a request, and arranges them as its handler's parameters.
 * @throws InvalidRequest with every fault of path, query and body
 */
export function arrange(
  operation: Operation,
  checks: Checks,
  request: Request,
  incoming: IncomingBody,
): Arranged {
  const { json, stream, form } = incoming;
  const isBare = comesBare(operation, incoming);
  const faults: Fault[] = [];
  const path = queryValues(request.params, checks.path.properties, 'path', faults);
  const query = queryValues(request.query, checks.query.properties, 'query', faults);
  faults.push(...checks.path.check(path, 'path'), ...checks.query.check(query, 'query'));
  const fields = query['fields'] as string | undefined;
  const answer = operation.answer.variant?.(query) ?? operation.answer;
  const keys = fields === undefined ? undefined : requestedKeys(fields, answer, faults);
  // Before the check, which fills defaults in and turns texts into instants.
  const given = asGiven(operation, json, isBare);
  const body = bodyContent(operation, checks.body, { json, isBare }, faults);
  faults.push(...(incoming.faults ?? []));
  if (faults.length > 0) throw new InvalidRequest(faults.slice(0, MOST_FAULTS));
  const parts = {
    path,
    query,
    body,
    given,
    stream,
    form,
    plan: (): LoadPlan => answer.plan(keys),
    principal: () => contextOf(request).principal,
    address: () => request.ip ?? '',
  };
  const values: unknown[] = [];
  for (const { index, part } of operation.parameters) {
    const value = parts[part];
    values[index] = typeof value === 'function' ? (value as () => unknown)() : value;
  }
  return {
    values,
    answer,
    ...(keys ? { keys } : {}),
    ...(operation.body && !isBare ? { root: operation.body.root } : {}),
  };
}

function requestedKeys(fields: string, { keys = [] }: AnyAnswer, faults: Fault[]): string[] {
  const byName = new Map(keys.map((key) => [key.toUpperCase(), key]));
  const wanted = new Set<string>();
  for (const name of fields.split(',')) {
    const key = byName.get(name.trim().toUpperCase());
    if (key !== undefined) wanted.add(key);
    else {
      const detail = `The record has no key ${JSON.stringify(name)}; it has ${keys.join(', ')}.`;
      faults.push({ pointer: 'query/fields', code: 'fields.unknown', detail });
    }
  }
  return [...wanted];
}

function asGiven(
  { body: declared, parameters }: Operation,
  json: unknown,
  isBare: boolean,
): unknown {
  if (!declared || !parameters.some(({ part }) => part === 'given')) return undefined;
  return structuredClone(
    isBare ? json : (json as Record<string, unknown> | null | undefined)?.[declared.root],
  );
}

function bodyContent(
  { body: declared }: Operation,
  check: Check | undefined,
  { json, isBare }: { readonly json: unknown; readonly isBare: boolean },
  faults: Fault[],
): unknown {
  if (!declared || !check) return undefined;
  const nothing = declared.list ? [] : {};
  if (json === undefined) {
    if (declared.optional) return nothing;
    const detail = `A JSON body with the root ${declared.root} is required.`;
    faults.push({ pointer: '', code: 'body.missing', detail });
    return undefined;
  }
  const wrapped = isBare ? { [declared.root]: json } : json;
  const found = check(wrapped, '');
  // A bare body has no root, so neither have the pointers into it.
  faults.push(
    ...(wrapped === json
      ? found
      : found.map((fault) => ({
          ...fault,
          pointer: fault.pointer.slice(declared.root.length + 1),
        }))),
  );
  return (wrapped as Record<string, unknown> | null)?.[declared.root] ?? nothing;
}

/** Whether what the body holds stands without its root. */
function comesBare({ body: declared }: Operation, { json, isBare = false }: IncomingBody): boolean {
  return isBare || (declared?.bare === true && !isWrapped(json, declared.root));
}

function isWrapped(json: unknown, root: string): boolean {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, root);
}
