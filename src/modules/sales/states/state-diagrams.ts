import { getCodeName } from '../../../core/code-list';
import { stateCodes } from '../documents';
import { listNextStates, type TransitionTable, transitionTables } from './transition-tables';
import { type StatefulRecordKind, statefulRecordKinds } from './stateful-record-kinds';

const headings: Readonly<Record<StatefulRecordKind, string>> = {
  order: 'Orders',
  rma: 'RMAs',
  shipment: 'Shipments',
};

/** Returns the state transitions of all kinds in Markdown: Mermaid diagrams and tables. */
export function formatStateDiagrams(): string {
  return statefulRecordKinds.map((kind) => toSection(kind, transitionTables[kind])).join('\n\n');
}

function toSection(kind: StatefulRecordKind, table: TransitionTable): string {
  const format = (state: number): string => `${state} ${getCodeName(stateCodes[kind], state)}`;
  const rows = table.states.map((state) => {
    const targets = listNextStates(table, state).map(format).join(', ');
    return `| ${format(state)} | ${targets === '' ? 'none (final state)' : targets} |`;
  });
  return [
    `### ${headings[kind]}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...(allowsAnyTransition(table)
      ? toAnyTransitionDiagram(table, format)
      : toTableDiagram(table, format)
    ).map((line) => `  ${line}`),
    '```',
    '',
    '| from | to |',
    '| --- | --- |',
    ...(allowsAnyTransition(table) ? [`| any | ${table.targets.map(format).join(', ')} |`] : rows),
  ].join('\n');
}

/** Whether every transition is allowed; a diagram with all arrows would be unreadable. */
function allowsAnyTransition(table: TransitionTable): boolean {
  return table.states.every(
    (state) => table.targetsByState[state]?.length === table.targets.length,
  );
}

function toAnyTransitionDiagram(
  table: TransitionTable,
  format: (state: number) => string,
): string[] {
  return [
    'direction LR',
    'state "any state" as any',
    ...table.targets.map((state) => `state "${format(state)}" as ${toNodeId(state)}`),
    ...table.targets.map((state) => `any --> ${toNodeId(state)}`),
  ];
}

function toTableDiagram(table: TransitionTable, format: (state: number) => string): string[] {
  return [
    ...table.states.map((state) => `state "${format(state)}" as ${toNodeId(state)}`),
    `[*] --> ${toNodeId(table.initialState)}`,
    ...table.states.flatMap((state) => {
      const targets = listNextStates(table, state);
      if (targets.length === 0) return [`${toNodeId(state)} --> [*]`];
      return targets.map((target) => `${toNodeId(state)} --> ${toNodeId(target)}`);
    }),
  ];
}

function toNodeId(state: number): string {
  return state < 0 ? `s_${-state}` : `s${state}`;
}
