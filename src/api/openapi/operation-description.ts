import type { ErrorKind } from '../../core/errors';
import type { Operation } from '../operation/operation';
import { getRequiredScope } from '../operation/operation-registry';

/**
 * Description of an operation in the document: its own text, its own errors and the scopes that it needs. Errors that
 * every operation can return are listed with the responses only.
 */
export function formatOperationDescription(operation: Operation): string {
  const { description, errors, scope } = operation;
  const paragraphs = [
    description,
    formatErrorList(errors),
    formatScopeSentence(scope),
    ...formatAreaScopeSentences(operation),
  ];
  return paragraphs.filter(Boolean).join('\n\n');
}

function formatScopeSentence(scope: Operation['scope']): string {
  if (scope === 'public') return 'Needs no credentials.';
  return scope === 'any' ? 'Any key may call it.' : `Needs the scope \`${scope}\`.`;
}

/** A list of the errors by status, such as `- 404: The record does not exist.` */
function formatErrorList(errors: readonly ErrorKind[]): string | undefined {
  if (errors.length === 0) return undefined;
  const titles = new Map<number, Set<string>>();
  for (const { status, title } of errors) {
    titles.set(status, (titles.get(status) ?? new Set()).add(title));
  }
  const lines = [...titles]
    .sort(([one], [other]) => one - other)
    .map(([status, titlesOfStatus]) => `- ${status}: ${[...titlesOfStatus].join('. ')}.`);
  return ['Errors:', ...lines].join('\n');
}

function formatAreaScopeSentences(operation: Operation): string[] {
  const { parameter = '', areas = {} } = operation.areaInPath ?? {};
  return Object.entries(areas).map(
    ([value, area]) =>
      `With \`${parameter}\` = \`${value}\` it also needs the scope \`${getRequiredScope(area, operation)}\`.`,
  );
}
