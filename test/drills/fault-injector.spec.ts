import { DrillSession } from './client';
import { FaultInjector } from './fault-injector';
import type { Fault } from './faults';
import type { Stage } from './stage';

describe('faults that strike one after the other', () => {
  it('end the drill with the reason when one of them fails', async () => {
    const strike = jest.fn(() => Promise.reject(new Error('The member is not ready in time')));
    const fault: Fault = { strike, needs: 'cluster', isGentle: false };
    const session = new DrillSession('http://nowhere.invalid');
    const injector = new FaultInjector({} as Stage, session, 4, [fault, fault]);
    for (let begun = 1; begun <= 4; begun++) injector.begun(begun);
    expect(injector.isOver(4)).toBe(false);
    await expect(injector.ended()).rejects.toThrow('The member is not ready in time');
    expect([injector.isOver(4), session.isAborted]).toEqual([true, true]);
    expect(strike).toHaveBeenCalledTimes(1);
  });
});
