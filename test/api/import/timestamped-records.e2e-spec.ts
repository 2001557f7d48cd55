import { JournalSequencer } from '../../../src/platform/events/journal';
import { exportService } from '../../support/export';
import { type ImportResponse, importLines } from '../../support/import';
import { Service } from '../../support/service/service';

const THEN = '2026-01-02T03:04:05.678Z';
const LATER = '2026-02-03T04:05:06.789Z';

describe('Lines with the time of the last change of their records', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  const group = {
    type: 'tagGroup',
    pId: 'care',
    name: 'Care',
    itemType: 1,
    position: 1,
    priority: 1,
  };

  /** Position in the journal of the last look at actions on a kind of records. */
  let seen = 0;
  const actions = async (kind: string): Promise<string[]> => {
    await service.app.get(JournalSequencer).catchUp();
    const { body } = await service.get(`/v1/changes?after=${seen}&kinds=${kind}`);
    const { CHANGES, NEXT } = body as { CHANGES: { ACTION: string }[]; NEXT: number };
    seen = NEXT;
    return CHANGES.map(({ ACTION }) => ACTION);
  };
  const changedAt = async (): Promise<string> => {
    const { body } = await service.get('/v1/customTagGroups/1');
    return (body as { UPDATEDAT: string }).UPDATEDAT;
  };
  const outcomeOf = async (line: object): Promise<string | undefined> => {
    const answer = await importLines(service, [line]);
    expect(answer.errors).toEqual([]);
    const outcomes = [
      'created',
      'updated',
      'unchanged',
    ] as const satisfies (keyof ImportResponse)[];
    return outcomes.find((one) => answer[one] === 1);
  };
  const take = async (more: object): Promise<unknown> => ({
    outcome: await outcomeOf({ ...group, ...more }),
    actions: await actions('tagGroup'),
    at: new Date(await changedAt()).toISOString(),
  });
  const seconds = (instant: string): string => `${instant.slice(0, 19)}.000Z`;

  it('give it to new records and to those that are changed, and stand in the journal', async () => {
    const created = await take({ updatedAt: THEN });
    expect(created).toEqual({ outcome: 'created', actions: ['created'], at: seconds(THEN) });
    const same = await take({ updatedAt: THEN });
    expect(same).toEqual({ outcome: 'unchanged', actions: [], at: seconds(THEN) });
    const renamed = await take({ name: 'Care of it', updatedAt: THEN });
    expect(renamed).toEqual({ outcome: 'updated', actions: ['updated'], at: seconds(THEN) });
    const later = await take({ name: 'Care of it', updatedAt: LATER });
    expect(later).toEqual({ outcome: 'updated', actions: ['updated'], at: seconds(LATER) });
  });

  it('take the time of the clock where they have none', async () => {
    const begun = Math.floor(Date.now() / 1000) * 1000;
    expect(await outcomeOf({ ...group, name: 'Care of it' })).toBe('unchanged');
    expect(await changedAt()).toContain('2026-02-03');
    expect(await outcomeOf({ ...group, name: 'Wash' })).toBe('updated');
    expect(Date.parse(await changedAt())).toBeGreaterThanOrEqual(begun);
  });

  it('give it to the channel that a line is about a part of', async () => {
    const link = {
      type: 'channelLocation',
      channel: { pId: 'web' },
      physicalLocation: { pId: 'shop' },
    };
    const { errors } = await importLines(service, [
      { type: 'channel', pId: 'web', name: 'Web', updatedAt: THEN },
      { type: 'location', pId: 'shop', name: 'Shop', countryCode: 'ES', updatedAt: THEN },
      { ...link, zoneRadius: 2, updatedAt: THEN },
    ]);
    expect(errors).toEqual([]);
    const times = async (): Promise<unknown[]> => {
      const { exportedLines } = await exportService(service);
      const lines = exportedLines.map(
        (line) => JSON.parse(line) as { type: string; updatedAt: string },
      );
      const wanted = ['channel', 'channelLocation'];
      return lines.flatMap(({ type, updatedAt }) => (wanted.includes(type) ? updatedAt : []));
    };
    expect(await times()).toEqual([THEN, THEN]);
    await importLines(service, [{ ...link, zoneRadius: 3, updatedAt: LATER }]);
    expect(await times()).toEqual([LATER, LATER]);
  });

  it('are refused where the time is none', async () => {
    const { errors } = await importLines(service, [{ ...group, updatedAt: 'yesterday' }]);
    expect(errors).toMatchObject([{ pointer: '/updatedAt' }]);
  });
});
