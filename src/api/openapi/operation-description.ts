import type { ErrorKind } from '../../core/errors';
import type { Operation } from '../operation/operation';
import { requiredScope } from '../operation/operation-registry';

/**
 * Description of an operation in the document: its own text, its own errors and the scopes that it needs. Errors that
 * every operation can return are listed with the responses only.
 */
export function operationDescription(operation: Operation): string {
  const { description, errors, scope } = operation;
  const notes = [
    description,
    errorSentence(errors),
    scopeSentence(scope),
    ...furtherScopes(operation),
  ];
  return notes.filter(Boolean).join('\n\n');
}

function scopeSentence(scope: Operation['scope']): string {
  if (scope === 'public') return 'Needs no credentials.';
  return scope === 'any' ? 'Any key may call it.' : `Needs the scope \`${scope}\`.`;
}

/** `Expect 404 (the record doesn't exist) and 409 (the name is in use; the group has members).` */
function errorSentence(errors: readonly ErrorKind[]): string | undefined {
  const titles = new Map<number, Set<string>>();
  for (const { status, title } of errors) {
    titles.set(status, (titles.get(status) ?? new Set()).add(lowerFirst(title)));
  }
  const parts = [...titles]
    .sort(([one], [other]) => one - other)
    .map(([status, titlesOfStatus]) => `${status} (${[...titlesOfStatus].join('; ')})`);
  const last = parts.pop();
  if (last === undefined) return undefined;
  return `Expect ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}.`;
}

/** Names such as RMA or Idempotency-Key keep their capitals. */
function lowerFirst(title: string): string {
  return /^\p{Lu}\p{Ll}* /u.test(title)
    ? `${title.charAt(0).toLowerCase()}${title.slice(1)}`
    : title;
}

function furtherScopes(operation: Operation): string[] {
  const { parameter = '', areas = {} } = operation.areaInPath ?? {};
  return Object.entries(areas).map(
    ([value, area]) =>
      `With \`${parameter}\` = \`${value}\` it also needs the scope \`${requiredScope(area, operation)}\`.`,
  );
}
