/** @engine modules/custom-tags/tag-group-links */
import { DataAccess } from '../../../src/database';
import { TagGroup } from '../../../src/modules/custom-tags/tag-groups/tag-group.entity';
import { TagGroupsService } from '../../../src/modules/custom-tags/tag-groups/tag-groups.service';
import { type GroupLink, type TagRecord, TagStore, thirtyAtOnce } from './tag-store';

describe('the groups of a tag', () => {
  let store: TagStore;
  let tag: TagRecord;
  let one: { ID: number; PID: string };
  let other: { ID: number; PID: string };

  beforeAll(async () => {
    store = await TagStore.start();
  });

  afterAll(() => store.stop());

  beforeEach(async () => {
    [tag, one, other] = [await store.create(), await store.group(), await store.group()];
  });

  const pathOf = (groupId?: number): string =>
    `/v1/customTags/${tag.ID}/groups${groupId === undefined ? '' : `/${groupId}`}`;
  const links = async (): Promise<readonly GroupLink[]> => {
    const { body } = await store.service.get(pathOf());
    const { GROUPS } = body as { GROUPS: GroupLink[] };
    expect((await store.read(tag.ID)).GROUPS).toEqual(GROUPS);
    return GROUPS;
  };

  it('are linked by id or pId, and listed in that order', async () => {
    expect(await links()).toEqual([]);
    const first = await store.link(tag.ID, { pId: other.PID }, -7);
    expect({ status: first.status, body: first.body as unknown }).toEqual({
      status: 201,
      body: { GROUP: other, PRIORITY: -7 },
    });
    const second = await store.link(tag.ID, { id: one.ID, pId: one.PID });
    expect(second.body).toEqual({ GROUP: one, PRIORITY: 1 });
    expect(await links()).toEqual([first.body, second.body]);
  });

  it.each<[string, object, number, string]>([
    ['no reference', {}, 400, 'reference.empty'],
    ['an id of 0', { id: 0 }, 400, 'reference.empty'],
    ['an unknown id', { id: 999_999 }, 422, 'reference.notFound'],
    ['an unknown pId', { pId: 'none' }, 422, 'reference.notFound'],
    ['two groups in one', { id: 1, pId: 'none' }, 422, 'reference.mismatch'],
  ])('are not linked by %s', async (_name, group, status, code) => {
    expect((await store.service.get('/v1/customTagGroups/1')).status).toBe(200);
    const response = await store.link(tag.ID, group);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ errors: [{ pointer: '/groups/group', code }] });
    expect(await links()).toEqual([]);
  });

  it('are not linked without a priority, or with more', async () => {
    const post = (groups: object) => store.service.post(pathOf(), { groups });
    expect((await post({ group: { id: one.ID } })).body).toMatchObject({
      errors: [{ pointer: '/groups/priority', code: 'field.required' }],
    });
    expect((await post({ group: { id: one.ID }, priority: 1, position: 1 })).status).toBe(400);
  });

  it('are linked once each', async () => {
    await store.link(tag.ID, { id: one.ID });
    const again = await store.link(tag.ID, { pId: one.PID }, 2);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'tagGroupLink.taken',
      errors: [{ pointer: '/groups/group' }],
    });
    expect(await links()).toEqual([{ GROUP: one, PRIORITY: 1 }]);
  });

  it('are linked by one of 30 requests for the same one', async () => {
    const [won, ...lost] = await thirtyAtOnce(() => store.link(tag.ID, { id: one.ID }));
    expect(won?.status).toBe(201);
    expect(lost.map(({ status }) => status)).toEqual(Array<number>(29).fill(409));
    expect(await links()).toEqual([{ GROUP: one, PRIORITY: 1 }]);
  });

  it.each<[string, () => object[], number, string, number]>([
    ['a group twice', () => [{ id: one.ID }, { pId: one.PID }], 409, 'tagGroupLink.taken', 1],
    ['an unknown group', () => [{ id: one.ID }, { pId: 'no' }], 422, 'reference.notFound', 1],
    ['two in one', () => [{ id: one.ID, pId: other.PID }], 422, 'reference.mismatch', 0],
  ])('make no tag when its body names %s', async (_name, groups, status, code, at) => {
    const response = await store.post({
      pId: 'in-no-group',
      groups: groups().map((group) => ({ group, priority: 1 })),
    });
    expect(response.status).toBe(status);
    const pointer = `/customTags/groups/${at}/group`;
    expect(response.body).toMatchObject({ code, errors: [{ pointer, code }] });
    expect((await store.service.get('/v1/customTags/getId/in-no-group')).status).toBe(404);
  });

  it('are unlinked one by one', async () => {
    await store.link(tag.ID, { id: one.ID });
    await store.link(tag.ID, { id: other.ID });
    const left = await store.service.delete(pathOf(one.ID));
    expect({ status: left.status, body: left.body as unknown }).toEqual({
      status: 200,
      body: { GROUPS: [{ GROUP: other, PRIORITY: 1 }] },
    });
    expect((await store.service.delete(pathOf(one.ID))).status).toBe(404);
    expect((await store.service.delete(pathOf(999_999))).status).toBe(404);
    expect((await store.service.delete(`${pathOf()}/x`)).status).toBe(400);
    expect(await links()).toEqual([{ GROUP: other, PRIORITY: 1 }]);
    expect((await store.link(tag.ID, { id: one.ID })).status).toBe(201);
  });

  it('are unlinked all at once', async () => {
    const bystander = await store.create();
    for (const { ID } of [one, other]) await store.link(tag.ID, { id: ID });
    await store.link(bystander.ID, { id: one.ID });
    for (let times = 0; times < 2; times++) {
      const response = await store.service.delete(pathOf());
      expect({ status: response.status, body: response.body as unknown }).toEqual({
        status: 200,
        body: { GROUPS: [] },
      });
    }
    expect(await links()).toEqual([]);
    expect((await store.read(bystander.ID)).GROUPS).toHaveLength(1);
  });

  it('lose their links when they are deleted', async () => {
    for (const { ID } of [one, other]) await store.link(tag.ID, { id: ID });
    await store.service.delete(`/v1/customTagGroups/${one.ID}`);
    expect(await links()).toEqual([{ GROUP: other, PRIORITY: 1 }]);
  });

  it('are linked, or not found, while another request deletes them', async () => {
    const groups = await Promise.all(Array.from({ length: 20 }, () => store.group()));
    const answers = await Promise.all(
      groups.map(async ({ ID, PID }) => {
        const removal = store.service.delete(`/v1/customTagGroups/${ID}`);
        const [linked, removed] = await Promise.all([store.link(tag.ID, { pId: PID }), removal]);
        expect(removed.status).toBe(200);
        return linked.status;
      }),
    );
    expect(answers.filter((status) => status !== 201 && status !== 422)).toEqual([]);
    expect(await links()).toEqual([]);
  });

  it('are named when they are deleted between the look-up and the link', async () => {
    const { app } = store.service;
    const groups = app.get(TagGroupsService);
    const resolveIds = groups.resolveIds.bind(groups);
    jest.spyOn(groups, 'resolveIds').mockImplementationOnce(async (...asked) => {
      const ids = await resolveIds(...asked);
      await app.get(DataAccess).writer.remove(TagGroup, other.ID);
      return ids;
    });
    const named = [one, other].map(({ ID }) => ({ group: { id: ID }, priority: 1 }));
    const response = await store.post({ groups: named });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      errors: [{ pointer: '/customTags/groups/1/group', code: 'reference.notFound' }],
    });
  });

  it('are not found under tags that are not there', async () => {
    expect((await store.service.get('/v1/customTags/999999/groups')).status).toBe(404);
    expect((await store.link(999_999, { id: one.ID })).status).toBe(404);
    expect((await store.service.delete('/v1/customTags/999999/groups')).status).toBe(404);
    const path = `/v1/customTags/999999/groups/${one.ID}`;
    expect((await store.service.delete(path)).status).toBe(404);
  });

  it('honour If-Match: all of them by the tag of the list, one of them by that of the tag', async () => {
    await store.link(tag.ID, { id: one.ID });
    await store.link(tag.ID, { id: other.ID });
    const conditionOf = async (path: string) => {
      return { 'If-Match': String((await store.service.get(path)).headers['etag']) };
    };
    const ofTag = await conditionOf(`/v1/customTags/${tag.ID}`);
    const ofList = await conditionOf(pathOf());
    const remove = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await store.service.delete(path, { headers })).status;
    expect(await remove(pathOf(one.ID), ofList)).toBe(412);
    expect(await remove(pathOf(one.ID), ofTag)).toBe(200);
    expect(await remove(pathOf(other.ID), ofTag)).toBe(412);
    expect(await remove(pathOf(), ofList)).toBe(412);
    expect(await remove(pathOf(), await conditionOf(pathOf()))).toBe(200);
  });
});
