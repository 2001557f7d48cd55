import type { Client } from '../client';
import type { FinalState } from '../final-state';
import {
  responseOf,
  filterByKind,
  toOutcome,
  findRepeated,
  type SentRequest,
} from '../sent-request';
import type { Subject } from '../subject';

interface UserGroup {
  readonly ID: number;
  readonly DEFAULTGROUP: boolean;
}

/** A news page with its address; its pId is the mark of its request. */
export interface Page {
  readonly pId: string;
  readonly url: string;
}

/** An address of a user; its pId is the mark of its request. */
export interface Address {
  readonly pId: string;
  readonly type: number;
  readonly isDefault: number;
}

interface State {
  readonly defaults: number;
  readonly pages: readonly Page[];
  readonly addresses: readonly Address[];
}

const GROUPS = ['retail', 'wholesale', 'staff'];
const USER = 'eve';

/** Things with one owner at most: the role of the default group, a SEO address, the default address of a user. */
export class SingleOwners implements Subject<State> {
  readonly name = 'single owners';
  readonly lines = [
    ...GROUPS.map((pId, at) => ({ type: 'userGroup', pId, name: pId, defaultGroup: at === 0 })),
    {
      ...{ type: 'user', pId: USER, email: 'eve@example.com', languageCode: 'en' },
      group: { pId: 'retail' },
      addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Eve' }],
    },
  ];
  private readonly ids = new Map<string, number>();

  async act(client: Client): Promise<void> {
    const turn = client.dice.next();
    if (turn < 0.3) await this.giveRole(client);
    else if (turn < 0.45) await client.get('/usersGroups', 'role.seen');
    else if (turn < 0.75) await this.publish(client);
    else await this.addAddress(client);
  }

  async read(final: FinalState): Promise<State> {
    const { USERSGROUPS } = await final.get<{ USERSGROUPS: UserGroup[] }>('/usersGroups');
    const pages = await final.sql<Page>(
      'SELECT n.p_id AS pId, a.url_seo AS url FROM news n JOIN seo_addresses a ON a.record_id = n.id',
    );
    const addresses = await final.sql<Address>(
      `SELECT a.p_id AS pId, a.type AS type, COALESCE(a.default_marker, 0) AS isDefault
       FROM user_addresses a JOIN users u ON u.id = a.user_id WHERE u.p_id = '${USER}'`,
    );
    return { defaults: countDefaults(USERSGROUPS), pages, addresses };
  }

  check(sent: readonly SentRequest[], { defaults, pages, addresses }: State): string[] {
    const found: string[] = [];
    if (defaults !== 1) found.push(`${defaults} user groups are the default`);
    for (const one of filterByKind(sent, 'role.seen')) {
      if (one.status !== 200) continue;
      const seen = countDefaults(responseOf<{ USERSGROUPS: UserGroup[] }>(one).USERSGROUPS);
      if (seen !== 1) found.push(`${seen} user groups were shown as the default`);
    }
    for (const url of findRepeated(pages.map((page) => page.url)))
      found.push(`two pages have ${url}`);
    found.push(
      ...checkMarks(
        'news',
        filterByKind(sent, 'news.create'),
        pages.map(({ pId }) => pId),
      ),
    );
    const types = addresses.filter(({ isDefault }) => isDefault === 1).map(({ type }) => type);
    for (const type of findRepeated(types))
      found.push(`two addresses of type ${type} are the default`);
    const pIds = addresses.map(({ pId }) => pId);
    found.push(...checkMarks('address', filterByKind(sent, 'address.create'), pIds));
    return found;
  }

  private async giveRole(client: Client): Promise<void> {
    const pId = client.dice.pick(GROUPS);
    const id = await this.idOf(client, 'usersGroups', pId);
    if (id === undefined) return;
    const body = { usersGroups: { pId, name: pId, defaultGroup: true } };
    const path = `/usersGroups/${id}`;
    await client.send({ kind: 'role.give', about: pId, method: 'PUT', path, body });
  }

  private async publish(client: Client): Promise<void> {
    const mark = client.mark();
    const url = client.dice.chance(0.5) ? `page-${client.dice.between(0, 19)}` : mark;
    const seo = { languages: [{ languageCode: 'en', urlSeo: url }] };
    const news = { pId: mark, name: 'Sale', publicationDate: '2026-01-01T00:00:00Z', seo };
    await client.send({
      ...{ kind: 'news.create', about: url, mark, method: 'POST', path: '/news', body: { news } },
    });
  }

  private async addAddress(client: Client): Promise<void> {
    const id = await this.idOf(client, 'users', USER);
    if (id === undefined) return;
    const mark = client.mark();
    const addressbook = {
      ...{ pId: mark, alias: mark, type: client.dice.between(1, 2), countryCode: 'ES' },
      ...{ firstName: 'Eve', default: client.dice.chance(0.7) },
    };
    const path = `/users/${id}/addressbook`;
    const body = { addressbook };
    await client.send({ kind: 'address.create', about: mark, mark, method: 'POST', path, body });
  }

  private async idOf(client: Client, collection: string, pId: string): Promise<number | undefined> {
    const known = this.ids.get(pId);
    if (known !== undefined) return known;
    const id = (await client.get<{ ID: number }>(`/${collection}/getId/${pId}`))?.ID;
    if (id !== undefined) this.ids.set(pId, id);
    return id;
  }
}

function countDefaults(groups: readonly UserGroup[]): number {
  return groups.filter(({ DEFAULTGROUP }) => DEFAULTGROUP).length;
}

/** Answered requests have one record, refused ones have none. @param there marks of stored records */
function checkMarks(
  what: string,
  created: readonly SentRequest[],
  there: readonly string[],
): string[] {
  const found = findRepeated(there).map((mark) => `${what} ${mark} is there twice`);
  const stored = new Set(there);
  for (const one of created) {
    const outcome = toOutcome(one);
    if (outcome === 'done' && !stored.has(one.mark))
      found.push(`${what} ${one.mark} was answered and is lost`);
    if (outcome === 'refused' && stored.has(one.mark))
      found.push(`${what} ${one.mark} was refused and is there`);
  }
  return found;
}
