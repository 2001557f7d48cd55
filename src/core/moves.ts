/** Which states may follow a state: a table of data. */
export interface Moves {
  /** Every state that a document can be in. */
  readonly states: readonly number[];
  /** Every state that a request may ask for. */
  readonly targets: readonly number[];
  readonly from: Readonly<Record<number, readonly number[]>>;
}

/** Any state of an order may be followed by any of these (specification, Transitions). */
const orderTargets = [0, 1, 2, 4, 6, -1, -11] as const;
const orderStates = [0, 1, 2, 3, 4, 5, 6, 20, -10, -20, -666, -1, -11] as const;

export const orderMoves: Moves = {
  states: orderStates,
  targets: orderTargets,
  from: Object.fromEntries(orderStates.map((state) => [state, orderTargets])),
};

/** 1 pending, 3 authorized, -3 not authorized, 2 in process, 5 accepted, -1 denied, 4 completed, 0 incidents, 6 deleted. */
export const rmaMoves = moves({
  1: [3, -3, 0, 6],
  3: [2, 0, 6],
  [-3]: [1, 6],
  2: [5, -1, 0],
  5: [4, 0],
  [-1]: [2, 6],
  4: [],
  0: [1, 3, 2, 6],
  6: [],
});

/** 1 pending, 2 processing, 3 shipped, 4 delivered, 0 incidents. */
export const shipmentMoves = moves({
  1: [2, 0],
  2: [3, 1, 0],
  3: [4, 0],
  4: [],
  0: [1, 2, 3],
});

/** Whether a document may go from one state to another; staying where it is is no move. */
export function allowsMove({ from }: Moves, state: number, target: number): boolean {
  return state === target || (from[state]?.includes(target) ?? false);
}

function moves(from: Readonly<Record<number, readonly number[]>>): Moves {
  const states = Object.keys(from).map(Number);
  return { states, targets: states, from };
}
