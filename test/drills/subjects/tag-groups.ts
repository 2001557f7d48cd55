import type { Client } from '../client';
import type { FinalState } from '../final-state';
import {
  responseOf,
  groupBy,
  filterByKind,
  toOutcome,
  findRepeated,
  type SentRequest,
} from '../sent-request';
import type { Subject } from '../subject';

/** The part of a tag group that the check reads. Its name is the mark of the request that made it. */
export interface Group {
  readonly ID: number;
  readonly PID: string;
  readonly NAME: string;
}

interface Page {
  readonly CUSTOMTAGGROUPS: readonly Group[];
  readonly CURSORS: { readonly NEXT: string };
}

const PATH = '/customTagGroups';

/** pIds that many want at once, ids after deletions, and lists that are walked meanwhile. */
export class TagGroups implements Subject<Group[]> {
  readonly name = 'tag groups';
  readonly lines = [];
  private readonly own = new Map<string, number[]>();

  async act(client: Client): Promise<void> {
    const turn = client.dice.next();
    if (turn < 0.1) await this.walk(client);
    else if (turn < 0.25) await this.remove(client);
    else await this.create(client);
  }

  read(final: FinalState): Promise<Group[]> {
    return final.list<Group>(PATH, 'CUSTOMTAGGROUPS');
  }

  check(sent: readonly SentRequest[], stored: readonly Group[]): string[] {
    return [...checkGroups(sent, stored), ...checkWalks(sent)];
  }

  private async create(client: Client): Promise<void> {
    const mark = client.mark();
    const pId = client.dice.chance(0.5) ? `contested-${client.dice.between(0, 29)}` : mark;
    const customTagGroups = { pId, name: mark, itemType: 1, position: 1, priority: 1 };
    const made = await client.send({
      ...{ kind: 'group.create', about: pId, mark },
      ...{ method: 'POST', path: PATH, body: { customTagGroups } },
    });
    if (made.status !== 201) return;
    const own = this.own.get(client.name) ?? [];
    this.own.set(client.name, [...own, responseOf<Group>(made).ID]);
  }

  private async remove(client: Client): Promise<void> {
    const id = this.own.get(client.name)?.pop();
    if (id === undefined) return;
    const about = String(id);
    await client.send({ kind: 'group.delete', about, method: 'DELETE', path: `${PATH}/${id}` });
  }

  private async walk(client: Client): Promise<void> {
    const about = client.mark();
    const sort = client.dice.pick(['', '&sort=id.desc', '&sort=name.asc']);
    let path = `${PATH}?perPage=20${sort}`;
    while (path !== '') {
      const page = await client.get<Page>(path, 'group.page', about);
      // Without an answer the walk has no end, and shows nothing.
      const next = page?.CURSORS.NEXT ?? '';
      path = next === '' ? '' : next.slice(next.indexOf('/v1/') + 3);
    }
  }
}

function checkGroups(sent: readonly SentRequest[], stored: readonly Group[]): string[] {
  const found: string[] = [];
  const created = filterByKind(sent, 'group.create');
  const deleted = new Map(
    filterByKind(sent, 'group.delete').map((one) => [Number(one.about), one]),
  );
  const byMark = new Map(stored.map((group) => [group.NAME, group]));
  for (const pId of findRepeated(stored.map(({ PID }) => PID)))
    found.push(`pId ${pId} is there twice`);
  for (const name of findRepeated(stored.map(({ NAME }) => NAME)))
    found.push(`request ${name} made two groups`);
  const done = created.filter((one) => toOutcome(one) === 'done');
  for (const id of findRepeated(done.map((one) => responseOf<Group>(one).ID)))
    found.push(`id ${id} was given twice`);
  for (const one of done) {
    const { ID, PID } = responseOf<Group>(one);
    const group = byMark.get(one.mark);
    const removal = deleted.get(ID);
    if (!group && !removal)
      found.push(`group ${ID} of request ${one.mark} was answered and is lost`);
    if (group && removal?.status === 200) found.push(`group ${ID} was deleted and is there`);
    if (group && (group.ID !== ID || group.PID !== PID))
      found.push(`group ${ID} ${PID} was answered, ${group.ID} ${group.PID} is there`);
  }
  const possible = new Set(
    created.filter((one) => toOutcome(one) !== 'refused').map(({ mark }) => mark),
  );
  for (const { ID, NAME } of stored)
    if (!possible.has(NAME))
      found.push(`group ${ID} ${NAME} is there and was refused, or never sent`);
  return found;
}

/** A walk shows nothing twice, and everything that was there all the time. */
function checkWalks(sent: readonly SentRequest[]): string[] {
  const found: string[] = [];
  const deletedAt = new Map(
    filterByKind(sent, 'group.delete').map(({ about, start }) => [Number(about), start]),
  );
  const created = filterByKind(sent, 'group.create').filter((one) => toOutcome(one) === 'done');
  const pages = groupBy(filterByKind(sent, 'group.page'), ({ about }) => about);
  for (const [walk, all] of pages) {
    if (all.some(({ status }) => status !== 200)) continue;
    const ids = all.flatMap((page) => responseOf<Page>(page).CUSTOMTAGGROUPS.map(({ ID }) => ID));
    for (const id of findRepeated(ids)) found.push(`walk ${walk} showed group ${id} twice`);
    const shown = new Set(ids);
    const [start, end] = [all[0]?.start ?? 0, all.at(-1)?.end ?? 0];
    for (const one of created) {
      const { ID } = responseOf<Group>(one);
      const isThere = one.end < start && (deletedAt.get(ID) ?? Infinity) > end;
      if (isThere && !shown.has(ID)) found.push(`walk ${walk} skipped group ${ID}`);
    }
  }
  return found;
}
