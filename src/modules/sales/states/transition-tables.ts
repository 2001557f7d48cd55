import { stateCodes } from '../documents';

/** Which states may follow a state, as a table of data (specification, States and transitions). */
export interface TransitionTable {
  /** Every state that there is, in the specification's order. */
  readonly states: readonly number[];
  /** Every state that a request may ask for. */
  readonly targets: readonly number[];
  /** Where records begin; those of an import may begin anywhere. */
  readonly start: number;
  readonly from: Readonly<Record<number, readonly number[]>>;
}

/** The states that the status list of orders shows. */
export const listedOrderStates = [0, 1, 2, 3, 4, 5, 6, 20, -10, -20, -666] as const;

/** What a request may move an order to, from any state. */
export const orderTargetStates = [0, 1, 2, 4, 6, -1, -11] as const;

/** Every state that an order can be in. */
export const allOrderStates = stateCodes.order.numbers;

export const rmaStates = stateCodes.rma.numbers;

export const shipmentStates = stateCodes.shipment.numbers;

/** The moves of everything that has states. */
export const transitionTables = {
  order: {
    states: allOrderStates,
    targets: orderTargetStates,
    start: 1,
    from: Object.fromEntries(allOrderStates.map((state) => [state, orderTargetStates])),
  },
  rma: {
    states: rmaStates,
    targets: rmaStates,
    start: 1,
    from: {
      1: [3, -3, 0, 6],
      3: [2, 0, 6],
      [-3]: [1, 6],
      2: [5, -1, 0],
      5: [4, 0],
      [-1]: [2, 6],
      4: [],
      0: [1, 3, 2, 6],
      6: [],
    },
  },
  shipment: {
    states: shipmentStates,
    targets: shipmentStates,
    start: 1,
    from: { 1: [2, 0], 2: [3, 1, 0], 3: [4, 0], 4: [], 0: [1, 2, 3] },
  },
} as const satisfies Readonly<Record<string, TransitionTable>>;

/** The states that may follow a state; not the state itself, as staying is no move. */
export function transitionsFrom({ from }: TransitionTable, state: number): readonly number[] {
  return (from[state] ?? []).filter((target) => target !== state);
}

/** Whether one state may follow another; to stay is no move, and always allowed. */
export function allowsTransition(table: TransitionTable, state: number, target: number): boolean {
  return state === target || transitionsFrom(table, state).includes(target);
}
