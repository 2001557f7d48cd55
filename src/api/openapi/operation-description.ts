import type { ErrorKind } from '../../core/errors';
import type { Operation } from '../operation/operation';
import { requiredScope } from '../operation/operation-registry';

/**
 * What the document says of an operation: what it does, in its own words; the errors that are its own; the scopes that
 * it needs. Errors that every operation can answer stand with the answers alone.
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

/** `Expect 404 (there is no such record) and 409 (the name is taken; the group has members).` */
function errorSentence(errors: readonly ErrorKind[]): string | undefined {
  const titles = new Map<number, Set<string>>();
  for (const { status, title } of errors) {
    titles.set(status, (titles.get(status) ?? new Set()).add(lowerFirst(title)));
  }
  const kinds = [...titles]
    .sort(([one], [other]) => one - other)
    .map(([status, said]) => `${status} (${[...said].join('; ')})`);
  const last = kinds.pop();
  if (last === undefined) return undefined;
  return `Expect ${kinds.length === 0 ? last : `${kinds.join(', ')} and ${last}`}.`;
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
      `Where \`${parameter}\` is \`${value}\` it needs the scope \`${requiredScope(area, operation)}\` as well.`,
  );
}
