import type { Client } from '../client';
import type { FinalState } from '../final-state';
import { responseOf, filterByKind, toOutcome, type SentRequest } from '../sent-request';
import type { Subject } from '../subject';

/** The part of a news page that is read. */
export interface News {
  readonly ID: number;
  readonly PID: string;
  readonly NAME: string;
}

/** A counter with its final value. */
export interface Counter {
  readonly id: number;
  readonly value: number;
}

const COUNTERS = 3;
const PREFIX = 'counter-';
const COUNT = 'counter.count';

/** Counters that clients read, and write one higher while they are as they were read (If-Match). */
export class Counters implements Subject<Counter[]> {
  readonly name = 'counters';
  readonly lines = [];
  private readonly ids = new Map<string, number>();

  async act(client: Client): Promise<void> {
    const pId = `${PREFIX}${client.dice.between(0, COUNTERS - 1)}`;
    const id = this.ids.get(pId) ?? (await this.find(client, pId));
    if (id === undefined) return;
    const path = `/news/${id}`;
    const seen = await client.send({ kind: 'read', about: path, method: 'GET', path });
    if (seen.status !== 200) return;
    const next = Number(responseOf<News>(seen).NAME) + 1;
    await client.send({
      ...{ kind: COUNT, about: String(id), ifMatch: seen.etag ?? '' },
      ...{ method: 'PUT', path, body: { news: { name: String(next) } } },
    });
  }

  read(final: FinalState): Promise<Counter[]> {
    return final.sql<Counter>(
      `SELECT n.id AS id, CAST(n.name AS SIGNED) AS value FROM news n WHERE n.p_id LIKE '${PREFIX}%'`,
    );
  }

  /** Every answered request was counted once, and only answered or unknown ones were counted. */
  check(sent: readonly SentRequest[], counters: readonly Counter[]): string[] {
    return counters.flatMap(({ id, value }) => {
      const all = filterByKind(sent, COUNT).filter(({ about }) => about === String(id));
      const done = all.filter((one) => toOutcome(one) === 'done').length;
      const unknown = all.filter((one) => toOutcome(one) === 'unknown').length;
      return value >= done && value <= done + unknown
        ? []
        : [`${id} is ${value} after ${done} answers, and ${unknown} that are unknown`];
    });
  }

  private async find(client: Client, pId: string): Promise<number | undefined> {
    const news = { pId, name: '0', publicationDate: '2026-01-01T00:00:00Z' };
    await client.send({
      ...{ kind: 'counter.create', about: pId },
      ...{ method: 'POST', path: '/news', body: { news } },
    });
    const id = (await client.get<News>(`/news/getId/${pId}`))?.ID;
    if (id !== undefined) this.ids.set(pId, id);
    return id;
  }
}
