import { allowsMove, type Moves, orderMoves, rmaMoves, shipmentMoves } from './moves';

/** All pairs of two different states that are allowed, as `from>to`. */
function pairs(moves: Moves): string[] {
  return moves.states.flatMap((from) =>
    moves.states
      .filter((to) => from !== to && allowsMove(moves, from, to))
      .map((to) => `${from}>${to}`),
  );
}

describe('moves', () => {
  it('lets an order go from every state to each of the seven targets, and to no other', () => {
    const targets = [0, 1, 2, 4, 6, -1, -11];
    const states = [0, 1, 2, 3, 4, 5, 6, 20, -10, -20, -666, -1, -11];
    const wanted = states.flatMap((from) =>
      targets.filter((to) => to !== from).map((to) => `${from}>${to}`),
    );
    expect(pairs(orderMoves).sort()).toEqual(wanted.sort());
  });

  it('has the whole matrix of an RMA', () => {
    const wanted =
      '1>3 1>-3 1>0 1>6 3>2 3>0 3>6 2>5 2>-1 2>0 0>1 0>3 0>2 0>6 -3>1 -3>6 -1>2 -1>6 5>4 5>0';
    expect(pairs(rmaMoves).sort()).toEqual(wanted.split(' ').sort());
  });

  it('has the whole matrix of a shipment', () => {
    const wanted = '1>2 1>0 2>3 2>1 2>0 3>4 3>0 0>1 0>2 0>3';
    expect(pairs(shipmentMoves).sort()).toEqual(wanted.split(' ').sort());
  });

  it.each([
    ['an order', orderMoves, 20],
    ['an RMA', rmaMoves, 4],
    ['a shipment', shipmentMoves, 4],
  ])('lets %s stay where it is', (_, table, state) => {
    expect(allowsMove(table, state, state)).toBe(true);
  });

  it('allows nothing from a state that there is not', () => {
    expect(allowsMove(rmaMoves, 77, 1)).toBe(false);
  });
});
