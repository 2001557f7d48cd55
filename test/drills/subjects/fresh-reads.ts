import type { Client } from '../client';
import { responseOf, filterByKind, type SentRequest } from '../sent-request';
import type { Subject } from '../subject';
import type { News } from './counters';

/** A read with what had to be seen. */
const READ = 'page.seen';

/** Reads right after a write, most of them over another process: what was answered is seen at once. */
export class FreshReads implements Subject<void> {
  readonly name = 'fresh reads';
  readonly lines = [];
  /** The page of each client; nobody else writes it. */
  private readonly own = new Map<string, number>();

  async act(client: Client): Promise<void> {
    const id = this.own.get(client.name) ?? (await this.create(client));
    if (id === undefined) return;
    const name = client.mark();
    const path = `/news/${id}`;
    const written = await client.send({
      ...{ kind: 'page.write', about: String(id), mark: name },
      ...{ method: 'PUT', path, body: { news: { name } } },
    });
    if (written.status !== 200) return;
    await client.get(path, READ, name);
    await client.get(path, READ, name);
  }

  read(): Promise<void> {
    return Promise.resolve();
  }

  check(sent: readonly SentRequest[]): string[] {
    return filterByKind(sent, READ).flatMap((one) => {
      if (one.end === Infinity) return [];
      const seen = one.status === 200 ? responseOf<News>(one).NAME : `HTTP ${one.status}`;
      return seen === one.about ? [] : [`${one.path} had ${one.about} and showed ${seen}`];
    });
  }

  private async create(client: Client): Promise<number | undefined> {
    const pId = client.mark();
    const news = { pId, name: pId, publicationDate: '2026-01-01T00:00:00Z' };
    const made = await client.send({
      ...{ kind: 'page.create', about: pId, mark: pId },
      ...{ method: 'POST', path: '/news', body: { news } },
    });
    if (made.status !== 201) return undefined;
    const { ID } = responseOf<News>(made);
    this.own.set(client.name, ID);
    return ID;
  }
}
