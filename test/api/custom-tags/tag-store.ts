import type { Response } from 'supertest';
import { type ImportResponse, importLines } from '../../support/import';
import { Service } from '../../support/service/service';

export interface GroupLink {
  readonly GROUP: { readonly ID: number; readonly PID: string };
  readonly PRIORITY: number;
}

/** A tag record, as far as specs look into it. */
export interface TagRecord {
  readonly ID: number;
  readonly PID: string;
  readonly GROUPS: readonly GroupLink[];
  readonly LANGUAGES: readonly { readonly ID: number; readonly NAME: string }[];
}

export interface TagList {
  readonly CURSORS: { readonly NEXT: string; readonly PREVIOUS: string };
  readonly CUSTOMTAGS: readonly TagRecord[];
  readonly ITEMS: number;
}

export interface ValueRecord {
  readonly ID: number;
  readonly PID: string;
  readonly LANGUAGES: readonly { readonly LANGUAGE: string; readonly VALUE: string }[];
  readonly VALUE: string;
}

type Headers = Readonly<Record<string, string>>;

let made = 0;

/** Texts that must come back as they were sent, by language. */
export const manyScripts: Readonly<Record<string, string>> = {
  de: 'Größe',
  vi: 'Kích thước',
  el: 'Μέγεθος',
  ru: 'Размер',
  ar: 'مقاس',
  he: 'גודל',
  th: 'ขนาด',
  zh: '尺寸',
  en: '👕👖',
};

/** A create body with nothing but what is required. */
export const fieldsOfTag = (values: object = {}): object => ({
  pId: `tag-${++made}`,
  active: true,
  controlType: 3,
  itemType: 1,
  valueForAllLanguages: true,
  position: 5,
  priority: -3,
  ...values,
});

/** The service with what specs of tags do with it over and over. */
export class TagStore {
  private constructor(readonly service: Service) {}

  static async start(environment: Headers = {}): Promise<TagStore> {
    return new TagStore(await Service.start(environment));
  }

  /** Runs `work` with a store of its own. */
  static async during(environment: Headers, work: (store: TagStore) => Promise<void>) {
    const store = await TagStore.start(environment);
    try {
      await work(store);
    } finally {
      await store.stop();
    }
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  post(values: object = {}): Promise<Response> {
    return this.service.post('/v1/customTags', { customTags: fieldsOfTag(values) });
  }

  async create(values: object = {}): Promise<TagRecord> {
    return made201(await this.post(values));
  }

  put(id: number, values: object, headers: Headers = {}): Promise<Response> {
    return this.service.put(`/v1/customTags/${id}`, { customTags: values }, { headers });
  }

  async read(id: number): Promise<TagRecord> {
    return (await this.service.get(`/v1/customTags/${id}`)).body as TagRecord;
  }

  async list(query: string): Promise<TagList> {
    const response = await this.service.get(`/v1/customTags?${query}`);
    expect(response.status).toBe(200);
    return response.body as TagList;
  }

  /** The pIds of the tags that a query finds. */
  async found(query: string): Promise<string[]> {
    return (await this.list(query)).CUSTOMTAGS.map(({ PID }) => PID);
  }

  /** A new group of tags. */
  async group(itemType = 1): Promise<{ ID: number; PID: string }> {
    const fields = { pId: `group-${++made}`, name: 'x', itemType, position: 1, priority: 1 };
    const response = await this.service.post('/v1/customTagGroups', { customTagGroups: fields });
    const { ID, PID } = made201<{ ID: number; PID: string }>(response);
    return { ID, PID };
  }

  link(tagId: number, group: object, priority = 1): Promise<Response> {
    return this.service.post(`/v1/customTags/${tagId}/groups`, { groups: { group, priority } });
  }

  /** A new selector tag. */
  selector(): Promise<TagRecord> {
    return this.create({ controlType: 5 });
  }

  postValue(tagId: number, values: object): Promise<Response> {
    return this.service.post(`/v1/customTags/${tagId}/values`, { values });
  }

  async value(tagId: number, values: object): Promise<ValueRecord> {
    return made201(await this.postValue(tagId, values));
  }

  /** Sends lines through the intake. @returns what became of them */
  async import(...lines: readonly object[]): Promise<ImportResponse> {
    const { created, updated, unchanged, rejected, errors } = await importLines(
      this.service,
      lines,
    );
    return { created, updated, unchanged, rejected, errors };
  }
}

/** Sends the same request 30 times at once. @returns the answers, the one that won first */
export async function thirtyAtOnce(send: () => Promise<Response>): Promise<Response[]> {
  const answers = await Promise.all(Array.from({ length: 30 }, send));
  return answers.sort((one, other) => one.status - other.status);
}

function made201<T>({ status, body }: Response): T {
  expect({ status, body: body as unknown }).toMatchObject({ status: 201 });
  return body as T;
}
