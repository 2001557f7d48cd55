/** @engine modules/custom-tags */
import { DataAccess } from '../../../src/database';
import { Tag } from '../../../src/modules/custom-tags';
import { TagGroupLink } from '../../../src/modules/custom-tags/tag-group-links/tag-group-link.entity';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { UsersClient } from '../users/users-client';

describe('Tags, their default values and their groups', () => {
  let service: Service;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
    for (const itemType of [1, 10]) {
      const fields = { name: 'Group', itemType, position: 1, priority: 1 };
      await service.post('/v1/customTagGroups', {
        customTagGroups: { pId: `group-${itemType}`, ...fields },
      });
    }
  });

  afterAll(() => service.stop());

  const fields = (values: object = {}) => ({
    ...{ pId: `tag-${++made}`, active: 1, controlType: 2, itemType: 1, valueForAllLanguages: 1 },
    ...{ position: 1, priority: 1, ...values },
  });
  const create = (values?: object) =>
    service.post('/v1/customTags', { customTags: fields(values) });
  const idOf = async (values?: object): Promise<number> => {
    const { status, body } = await create(values);
    expect(status).toBe(201);
    return (body as { ID: number }).ID;
  };
  const put = (id: number, customTags: object) =>
    service.put(`/v1/customTags/${id}`, { customTags });
  const link = (itemType: number) => ({ group: { pId: `group-${itemType}` }, priority: 1 });
  const refusal = (code: string, pointer: string) => ({
    status: 422,
    body: { code, errors: [{ pointer }] },
  });
  /** Stores values as earlier versions did. */
  async function store(id: number, values: Partial<Tag>): Promise<void> {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    await unitOfWork.run(() => writer.update(Tag, id, values));
  }

  it.each<[object, string]>([
    [{ defaultValue: 'abc' }, '/customTags/defaultValue'],
    [{ defaultValue: '11', maxValue: '10' }, '/customTags/defaultValue'],
    [{ controlType: 4, defaultValue: '2026-13-01' }, '/customTags/defaultValue'],
    [
      {
        languages: [
          { languageCode: 'en', defaultValue: '1' },
          { languageCode: 'es', defaultValue: 'x' },
        ],
      },
      '/customTags/languages/1/defaultValue',
    ],
  ])('refuse the default value of %j', async (values, pointer) => {
    expect(await create(values)).toMatchObject(refusal('tag.value', pointer));
    const { controlType = 2 } = values as { controlType?: number };
    const { controlType: _control, ...changes } = values as Record<string, unknown>;
    const id = await idOf({ controlType });
    expect(await put(id, changes)).toMatchObject(refusal('tag.value', pointer));
  });

  it.each<object>([
    { defaultValue: '-2.5' },
    { defaultValue: '' },
    { controlType: 4, defaultValue: '2026-01-31' },
    { controlType: 3, defaultValue: 'abc', maxValue: '1' },
    { languages: [{ languageCode: 'en', defaultValue: '7' }] },
  ])('accept the default value of %j', async (values) => {
    await idOf(values);
  });

  it('keep a stored default value, whatever else changes', async () => {
    const id = await idOf();
    await store(id, { defaultValue: 'abc' });
    expect((await put(id, { defaultValue: 'abc', position: 2 })).status).toBe(200);
    expect((await put(id, { maxValue: '10' })).status).toBe(200);
    expect(await put(id, { defaultValue: 'abd' })).toMatchObject(
      refusal('tag.value', '/customTags/defaultValue'),
    );
  });

  it('are imported as earlier versions have stored them', async () => {
    const line = { ...fields({ defaultValue: 'abc', groups: [link(10)] }), type: 'tag' };
    expect(await importLines(service, [line])).toMatchObject({ created: 1, rejected: 0 });
    expect(await importLines(service, [line])).toMatchObject({ unchanged: 1, rejected: 0 });
    const changed = { ...line, defaultValue: 'abd' };
    expect(await importLines(service, [changed])).toMatchObject({ updated: 1, rejected: 0 });
  });

  it('join groups of their own item type only', async () => {
    const wrong = 'tagGroup.itemType';
    expect(await create({ groups: [link(1), link(10)] })).toMatchObject(
      refusal(wrong, '/customTags/groups/1/group'),
    );
    const id = await idOf({ groups: [link(1)] });
    const path = `/v1/customTags/${id}/groups`;
    expect(await service.post(path, { groups: link(10) })).toMatchObject(
      refusal(wrong, '/groups/group'),
    );
    const { body } = await service.get(path);
    expect(body).toMatchObject({ GROUPS: [{ GROUP: { PID: 'group-1' } }] });
  });

  it('of users name a group that the tag is in, or the one that is stored', async () => {
    const users = await UsersClient.of(service);
    const { ID } = await users.create();
    const id = await idOf({ itemType: 10, groups: [link(10)] });
    const tagged = { customTag: { id }, general: { value: '1' } };
    const path = `/v1/users/${ID}/customTags`;
    const other = { group: { pId: 'group-1' } };
    expect(await service.post(path, { customTags: { ...tagged, ...other } })).toMatchObject(
      refusal('tag.group', '/customTags/group'),
    );
    const own = { group: { pId: 'group-10' } };
    expect((await service.post(path, { customTags: { ...tagged, ...own } })).status).toBe(201);
    expect(await service.put(`${path}/${id}`, { customTags: other })).toMatchObject(
      refusal('tag.group', '/customTags/group'),
    );
    const { unitOfWork, writer } = service.app.get(DataAccess);
    await unitOfWork.run(() => writer.remove(TagGroupLink, { tagId: id }));
    const value = { general: { value: '2' }, ...own };
    expect((await service.put(`${path}/${id}`, { customTags: value })).status).toBe(200);
  });
});
