import type { Response } from 'supertest';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { until } from '../../support/until';
import { actionLine, ConfiguredActions } from './configured-actions';
import { importMasters } from './sample-store';

interface Action {
  readonly ID: number;
  readonly PID: string;
  readonly ACTIVE: boolean;
  readonly PARAMETERS: readonly { readonly NAME: string; readonly VALUE: string }[];
}

const PATH = '/v1/statusActions';

describe('the operations of status actions', () => {
  let service: Service;
  let actions: ConfiguredActions;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    actions = new ConfiguredActions(service);
  });

  afterAll(() => service.stop());

  const bodyOf = ({ status, body, text }: Response): Action => {
    expect({ status, text }).toMatchObject({ status: 200 });
    return body as Action;
  };
  const list = async (): Promise<Action[]> =>
    ((await service.get(PATH)).body as { STATUSACTIONS: Action[] }).STATUSACTIONS;
  const named = async (pId: string): Promise<Action> =>
    (await list()).find(({ PID }) => PID === pId)!;

  it('list what lines have configured, in the order in which it runs', async () => {
    await actions.configure(
      actionLine('NOTIFICATION', 4, {
        pId: 'tell',
        parameters: { url: 'https://erp.example.com/hook/topsecret?k=1', secretName: 'erp' },
      }),
      actionLine('MARK_PAID', 2, { pId: 'paid', subStatus: { pId: 'packing' }, active: false }),
    );
    const found = await list();
    expect(found).toEqual([
      {
        ...{ ID: expect.any(Number), PID: 'tell', ACTION: 'NOTIFICATION', ACTIVE: true },
        ...{ DOCUMENT: 'order', STATUS: 4, SUBSTATUS: { ID: 0, PID: '' } },
        PARAMETERS: expect.arrayContaining([
          { NAME: 'url', VALUE: 'https://erp.example.com' },
          { NAME: 'secretName', VALUE: 'erp' },
        ]),
        UPDATEDAT: expect.any(String),
      },
      {
        ...{ ID: expect.any(Number), PID: 'paid', ACTION: 'MARK_PAID', ACTIVE: false },
        ...{ DOCUMENT: 'order', STATUS: 2, PARAMETERS: [] },
        SUBSTATUS: { ID: expect.any(Number), PID: 'packing' },
        UPDATEDAT: expect.any(String),
      },
    ]);
    expect(found[1]!.ID).toBeGreaterThan(found[0]!.ID);
    expect((await service.get(PATH)).text).not.toContain('topsecret');
  });

  it('switch an action off and on, for the next change of state', async () => {
    await actions.configure(actionLine('MARK_PAID', 4, { pId: 'switched' }));
    const { ID } = await named('switched');
    const off = await service.put(`${PATH}/${ID}`, { active: false });
    expect(bodyOf(off)).toMatchObject({ ID, PID: 'switched', ACTIVE: false });
    const first = await actions.order();
    expect((await actions.moved(first.ID, 4)).after.PAID).toBe(false);
    const on = await service.put(`${PATH}/${ID}`, { statusActions: { active: true } });
    expect(bodyOf(on).ACTIVE).toBe(true);
    const second = await actions.order();
    expect((await actions.moved(second.ID, 4)).after.PAID).toBe(true);
  });

  it('let the line count again that is imported afterwards', async () => {
    const line = actionLine('MARK_PAID', 4, { pId: 'lined' });
    await actions.configure(line);
    const { ID } = await named('lined');
    expect(await importLines(service, [line])).toMatchObject({ unchanged: 1 });
    await service.put(`${PATH}/${ID}`, { active: false });
    expect(await importLines(service, [line])).toMatchObject({ updated: 1 });
    expect(await named('lined')).toMatchObject({ ID, ACTIVE: true });
  });

  it('write the journal, unless nothing changes', async () => {
    await actions.configure(actionLine('MARK_PAID', 4, { pId: 'noted' }));
    const { ID } = await named('noted');
    service.app.get(JournalSequencer).start();
    for (const active of [true, false, false]) await service.put(`${PATH}/${ID}`, { active });
    expect(bodyOf(await service.delete(`${PATH}/${ID}`))).toEqual({ ID });
    type Noted = { CHANGES: { ACTION: string; OPERATION: string }[] };
    const noted = async (): Promise<string[]> => {
      const { body } = await service.get(`/v1/changes?kind=statusAction&id=${ID}`);
      return (body as Noted).CHANGES.map(({ ACTION, OPERATION }) => `${ACTION} ${OPERATION}`);
    };
    await until(async () => (await noted()).length >= 3);
    expect(await noted()).toEqual([
      'created importLines',
      'updated updateStatusAction',
      'deleted removeStatusAction',
    ]);
  });

  it('delete an action, which runs no more', async () => {
    await actions.configure(actionLine('MARK_PAID', 2, { pId: 'gone' }));
    const { ID } = await named('gone');
    const [done, again] = await Promise.all([
      service.delete(`${PATH}/${ID}`),
      service.delete(`${PATH}/${ID}`),
    ]);
    expect([done.status, again.status].sort()).toEqual([200, 404]);
    const { ID: order } = await actions.order();
    expect((await actions.moved(order, 2)).after.PAID).toBe(false);
    expect((await service.put(`${PATH}/${ID}`, { active: true })).status).toBe(404);
  });

  it('keep to the condition of a request', async () => {
    await actions.configure(actionLine('MARK_PAID', 4, { pId: 'held' }));
    const { ID } = await named('held');
    const headers = { 'If-Match': '"other"' };
    const changed = await service.put(`${PATH}/${ID}`, { active: false }, { headers });
    const removed = await service.delete(`${PATH}/${ID}`, { headers });
    expect([changed.status, removed.status]).toEqual([412, 412]);
    expect(await named('held')).toMatchObject({ ACTIVE: true });
  });

  it('refuse what is no switch', async () => {
    await actions.configure(actionLine('MARK_PAID', 4, { pId: 'strict' }));
    const { ID } = await named('strict');
    for (const body of [{}, { active: 'maybe' }, { active: null }, { active: true, status: 2 }]) {
      expect((await service.put(`${PATH}/${ID}`, body)).status).toBe(400);
    }
  });

  it('are for holders of all rights', async () => {
    const key = await service.createKey('sales:write', 'import:write', 'keys:write');
    const answers = [
      await service.get(PATH, { key }),
      await service.put(`${PATH}/1`, { active: false }, { key }),
      await service.delete(`${PATH}/1`, { key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
