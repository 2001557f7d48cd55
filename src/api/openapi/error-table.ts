import { listErrorKinds, type ErrorKind } from '../../core/errors';

/** All errors of the service with their remedies, by status and code, as a Markdown table. */
export function formatErrorTable(): string {
  const byCode = new Map(listErrorKinds().map((kind) => [kind.code, kind]));
  const rows = [...byCode.values()].sort(compareByStatusAndCode).map(toRow);
  return ['| status | code | meaning | remedy |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function compareByStatusAndCode(one: ErrorKind, other: ErrorKind): number {
  return one.status - other.status || (one.code < other.code ? -1 : 1);
}

function toRow({ status, code, title, remedy }: ErrorKind): string {
  return `| ${status} | \`${code}\` | ${title} | ${remedy} |`;
}
