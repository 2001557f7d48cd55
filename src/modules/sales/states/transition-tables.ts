import { stateCodes } from '../documents';

/** The allowed transitions between the states of one kind (specification, States and transitions). */
export interface TransitionTable {
  /** All states, in the specification's order. */
  readonly states: readonly number[];
  /** All states that a request may set. */
  readonly targets: readonly number[];
  /** Initial state of records; imported records may start in any state. */
  readonly initialState: number;
  readonly targetsByState: Readonly<Record<number, readonly number[]>>;
}

/** States in the specification's status list of orders, without the denied and deleted ones. */
export const specifiedOrderStates = [0, 1, 2, 3, 4, 5, 6, 20, -10, -20, -666] as const;

/** States that a request may set for an order, from any state. */
export const orderTargetStates = [0, 1, 2, 4, 6, -1, -11] as const;

/** All states of orders. */
export const allOrderStates = stateCodes.order.numbers;

export const rmaStates = stateCodes.rma.numbers;

export const shipmentStates = stateCodes.shipment.numbers;

/** The transition tables by kind. */
export const transitionTables = {
  order: {
    states: allOrderStates,
    targets: orderTargetStates,
    initialState: 1,
    targetsByState: Object.fromEntries(allOrderStates.map((state) => [state, orderTargetStates])),
  },
  rma: {
    states: rmaStates,
    targets: rmaStates,
    initialState: 1,
    targetsByState: {
      1: [2, 3, -3, 0, 6],
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
    initialState: 1,
    targetsByState: { 1: [2, 0], 2: [3, 1, 0], 3: [4, 0], 4: [], 0: [1, 2, 3] },
  },
} as const satisfies Readonly<Record<string, TransitionTable>>;

/** Lists the states that may follow a state, without the state itself. */
export function listNextStates(
  { targetsByState }: TransitionTable,
  state: number,
): readonly number[] {
  return (targetsByState[state] ?? []).filter((target) => target !== state);
}

/** Whether a state may follow another; staying in a state is always allowed. */
export function allowsTransition(table: TransitionTable, state: number, target: number): boolean {
  return state === target || listNextStates(table, state).includes(target);
}
