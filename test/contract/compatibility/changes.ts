import type { Outline, OutlinedContent, OutlinedOperation } from './outline';
import { type Break, type Named, SchemaChanges } from './schema-changes';

/** Costs of a call, the cheapest first. */
const costs = ['FREE', 'LIGHT', 'HEAVY'];

/**
 * Differences that may break clients of a release today: the rules of docs/compatibility.md.
 * @returns where and what, a line each
 */
export function breaksBetween(before: Outline, now: Outline): Break[] {
  const named = { before: before.schemas, now: now.schemas };
  return Object.entries(before.operations).flatMap(([at, old]) => {
    const young = now.operations[at];
    return young ? ofOperation(old, young, at, named) : [`${at} is gone`];
  });
}

function ofOperation(
  old: OutlinedOperation,
  young: OutlinedOperation,
  at: string,
  named: Named,
): Break[] {
  return [
    ...ofCallers(old, young, at),
    ...ofParameters(old, young, at, named),
    ...ofBody(old, young, at, named),
    ...ofAnswers(old, young, at, named),
  ];
}

function ofCallers(old: OutlinedOperation, young: OutlinedOperation, at: string): Break[] {
  const broken: Break[] = [];
  if (old.id !== young.id) broken.push(`${at}: the operationId was ${old.id}, and is ${young.id}`);
  if (young.scope !== undefined && old.scope !== young.scope) {
    broken.push(`${at}: the scope was ${old.scope ?? 'none'}, and is ${young.scope}`);
  }
  if (costs.indexOf(young.cost ?? '') > costs.indexOf(old.cost ?? '')) {
    broken.push(`${at}: the cost was ${old.cost ?? 'none'}, and is ${young.cost ?? ''}`);
  }
  const isOpen = young.security.length === 0;
  const gone = old.security.filter((way) => !young.security.includes(way));
  if (!isOpen && gone.length > 0) broken.push(`${at}: ${gone.join(', ')} is accepted no more`);
  if (!isOpen && old.security.length === 0) broken.push(`${at}: credentials are needed now`);
  return broken;
}

function ofParameters(
  old: OutlinedOperation,
  young: OutlinedOperation,
  at: string,
  named: Named,
): Break[] {
  const kept = Object.entries(old.parameters).flatMap(([name, before]) => {
    const now = young.parameters[name];
    if (!now) return [`${at}: the parameter ${name} is gone`];
    const where = `${at}, ${name}`;
    const required = now.required && !before.required ? [`${where} is required now`] : [];
    const changes = new SchemaChanges(named, 'sent').between(before.schema, now.schema, where);
    return [...required, ...changes];
  });
  const added = Object.entries(young.parameters)
    .filter(([name, { required }]) => required && !old.parameters[name])
    .map(([name]) => `${at}: the parameter ${name} is required now`);
  return [...kept, ...added];
}

function ofBody(
  { body: before }: OutlinedOperation,
  { body: now }: OutlinedOperation,
  at: string,
  named: Named,
): Break[] {
  if (!before) return now?.required ? [`${at}: a body is required now`] : [];
  if (!now) return [`${at}: the body is taken no more`];
  const required = now.required && !before.required ? [`${at}: the body is required now`] : [];
  return [...required, ...ofContent(before.content, now.content, `${at}, body`, named, 'sent')];
}

function ofAnswers(
  { answers: before }: OutlinedOperation,
  { answers: now }: OutlinedOperation,
  at: string,
  named: Named,
): Break[] {
  const kept = Object.entries(before).flatMap(([status, content]) => {
    const today = now[status];
    const where = `${at}, answer ${status}`;
    if (!today) return [`${where} is gone`];
    const [first = ''] = Object.keys(content);
    const [firstToday = ''] = Object.keys(today);
    const other = first === firstToday ? [] : [`${where}: ${first} is the first type no more`];
    return [...other, ...ofContent(content, today, where, named, 'answered')];
  });
  const added = Object.keys(now).filter((status) => status.startsWith('2') && !before[status]);
  return [...kept, ...added.map((status) => `${at}, answer ${status} is new`)];
}

function ofContent(
  before: OutlinedContent,
  now: OutlinedContent,
  at: string,
  named: Named,
  side: 'sent' | 'answered',
): Break[] {
  return Object.entries(before).flatMap(([type, schema]) => {
    const today = now[type];
    if (!today) return [`${at}: ${type} is gone`];
    return new SchemaChanges(named, side).between(schema, today, at);
  });
}
