import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JournalEntry, listJournalEntryKinds, DataAccess } from '../../../src/database';
import { createLoadPlan } from '../../../src/core/load-plan';
import { Service } from '../../support/service/service';
import { fieldsOfTag } from '../custom-tags/tag-store';
import { Customers } from '../users/customers';

/** The table of the guide: by kind, the kinds whose pIds its records show. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const guide = readFileSync(join(__dirname, '../../../docs/integration.md'), 'utf8');
  const [, table = ''] = /^\| kind +\| also follow .*\n.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  return new Map(
    table.split('\n').flatMap((row) => {
      const [, kinds, others] = row.split('|');
      return words(kinds).map((kind): [string, string[]] => [kind, words(others)]);
    }),
  );
}

describe('records that show the pId of another record', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  const entries = async (): Promise<readonly string[]> => {
    const plan = createLoadPlan(JournalEntry, ['kind', 'recordId', 'action']);
    const all = await service.app.get(DataAccess).loader.listWhere(JournalEntry, [], plan);
    return all.map(({ kind, recordId, action }) => `${kind} ${recordId} ${action}`);
  };
  const create = async (path: string, body: object): Promise<number> => {
    const answer = await service.post(`/v1/${path}`, body);
    expect(answer.status).toBe(201);
    return (answer.body as { ID: number }).ID;
  };

  it('change with it without an entry of their own, as the guide lists', async () => {
    const { id: user } = await (await Customers.of(service)).add();
    const { body } = await service.get(`/v1/users/${user}`);
    const { GROUP: group } = body as { GROUP: { ID: number } };
    const tagGroup = await create('customTagGroups', {
      customTagGroups: { pId: 'looks', name: 'Looks', itemType: 10, position: 1, priority: 1 },
    });
    const tag = await create('customTags', {
      customTags: fieldsOfTag({ itemType: 10, groups: [{ group: { id: tagGroup }, priority: 1 }] }),
    });
    for (const [kind, path, embedded, embeddedPath, root] of [
      ['user', `users/${user}`, 'userGroup', `usersGroups/${group.ID}`, 'usersGroups'],
      ['tag', `customTags/${tag}`, 'tagGroup', `customTagGroups/${tagGroup}`, 'customTagGroups'],
    ] as const) {
      const before = (await service.get(`/v1/${path}`)).body as Record<string, unknown>;
      const known = await entries();
      const renamed = await service.put(`/v1/${embeddedPath}`, { [root]: { pId: `new-${kind}` } });
      expect(renamed.status).toBe(200);
      const after = (await service.get(`/v1/${path}`)).body as Record<string, unknown>;
      expect(JSON.stringify(after)).toContain(`new-${kind}`);
      expect(after['UPDATEDAT'] ?? after['LASTUSED']).toBe(
        before['UPDATEDAT'] ?? before['LASTUSED'],
      );
      const [, id = ''] = embeddedPath.split('/');
      expect((await entries()).slice(known.length)).toEqual([`${embedded} ${id} updated`]);
      expect(readTable().get(kind)).toContain(embedded);
    }
  });

  it('are listed by kinds that exist', () => {
    const kinds = new Set(listJournalEntryKinds().map(({ name }) => name));
    const listed = [...readTable()].flatMap(([kind, others]) => [kind, ...others]);
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((name) => !kinds.has(name))).toEqual([]);
  });
});
