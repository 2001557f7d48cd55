import { groupBy } from '../../../core/group-by';
import { getReadScope } from '../journal';
import { listChangeEvents } from './webhook-events';

/** Formats all events as Markdown: the actions of the kinds of records, and the scope needed to subscribe. */
export function formatEventTable(): string {
  const kinds = [...groupBy(listChangeEvents(), ({ kind }) => kind)].map(([kind, events]) => {
    const actions = events.map(({ action }) => action);
    return {
      name: kind.name,
      actionAndScopeCells: `${formatCodeSpans(actions)} | \`${getReadScope(kind)}\``,
    };
  });
  const rows = [...groupBy(kinds, ({ actionAndScopeCells }) => actionAndScopeCells)].map(
    ([rest, kindsOfRow]) => `| ${formatCodeSpans(kindsOfRow.map(({ name }) => name))} | ${rest} |`,
  );
  return ['| kind | action | scope |', '| --- | --- | --- |', ...rows].join('\n');
}

function formatCodeSpans(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
