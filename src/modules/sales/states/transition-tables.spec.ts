import { documentTypes } from '../documents/document-kinds';
import { finalStatesByType } from '../documents/final-states';
import {
  allowsTransition,
  listNextStates,
  type TransitionTable,
  transitionTables,
  rmaStates,
} from './transition-tables';

/** All pairs of two different states that are allowed, as `from>to`. */
function pairs(table: TransitionTable): string[] {
  return table.states.flatMap((from) =>
    table.states
      .filter((to) => from !== to && allowsTransition(table, from, to))
      .map((to) => `${from}>${to}`),
  );
}

describe('moves', () => {
  it('let an order go from every state to each of the seven targets, and to no other', () => {
    const targets = [0, 1, 2, 4, 6, -1, -11];
    const states = [0, 1, 2, 3, 4, 5, 6, 20, -10, -20, -666, -1, -11];
    const wanted = states.flatMap((from) =>
      targets.filter((to) => to !== from).map((to) => `${from}>${to}`),
    );
    expect(pairs(transitionTables.order).sort()).toEqual(wanted.sort());
    expect(wanted).toHaveLength(13 * 7 - 7);
  });

  it('have the whole matrix of an RMA', () => {
    const wanted =
      '1>2 1>3 1>-3 1>0 1>6 3>2 3>0 3>6 2>5 2>-1 2>0 0>1 0>3 0>2 0>6 -3>1 -3>6 -1>2 -1>6 5>4 5>0';
    expect(pairs(transitionTables.rma).sort()).toEqual(wanted.split(' ').sort());
  });

  it('have the whole matrix of a shipment', () => {
    const wanted = '1>2 1>0 2>3 2>1 2>0 3>4 3>0 0>1 0>2 0>3';
    expect(pairs(transitionTables.shipment).sort()).toEqual(wanted.split(' ').sort());
  });

  it.each(Object.keys(transitionTables) as (keyof typeof transitionTables)[])(
    'of an %s name states that there are, and let it stay in each',
    (kind) => {
      const table: TransitionTable = transitionTables[kind];
      expect(Object.keys(table.targetsByState).map(Number).sort()).toEqual(
        [...table.states].sort(),
      );
      for (const targets of Object.values(table.targetsByState)) {
        for (const target of targets) expect(table.targets).toContain(target);
      }
      for (const state of table.states) {
        expect(allowsTransition(table, state, state)).toBe(true);
        expect(listNextStates(table, state)).not.toContain(state);
      }
      expect(table.states).toContain(table.initialState);
    },
  );

  it('lead out of every state in which an RMA may be changed, and out of no other', () => {
    const last = rmaStates.filter(
      (state) => listNextStates(transitionTables.rma, state).length === 0,
    );
    expect(finalStatesByType[documentTypes.rma]).toEqual(last);
  });

  it('allow nothing from an unknown state', () => {
    expect(allowsTransition(transitionTables.rma, 77, 1)).toBe(false);
    expect(listNextStates(transitionTables.rma, 77)).toEqual([]);
  });
});
