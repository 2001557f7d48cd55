import type { Response } from 'supertest';
import { type ImportResponse, importLines } from '../../support/import';
import { Service } from '../../support/service/service';

/** A news record, as far as specs look into it. */
export interface NewsRecord {
  readonly ID: number;
  readonly PID: string;
  readonly NAME: string;
  readonly ACTIVITYLIMITS: readonly { readonly ID: number }[];
  readonly LANGUAGES: readonly { readonly LANGUAGE: string; readonly TITLE: string }[];
  readonly NEWSITEMS: readonly { readonly ID: number }[];
  readonly SEO: { readonly LANGUAGES: readonly { readonly URLSEO: string }[] };
}

export interface NewsList {
  readonly CURSORS: { readonly NEXT: string; readonly PREVIOUS: string };
  readonly ITEMS: number;
  readonly NEWS: readonly NewsRecord[];
}

let made = 0;

/** A create body of which nothing is unique but the pId. */
export const fieldsOfNews = (values: object = {}): object => ({
  pId: `news-${++made}`,
  name: `News ${made}`,
  publicationDate: '2026-01-31T09:30:00+01:00',
  ...values,
});

/** The service with what specs of news do with it over and over. */
export class NewsStore {
  private constructor(readonly service: Service) {}

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<NewsStore> {
    return new NewsStore(await Service.start(environment));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  post(values: object = {}): Promise<Response> {
    return this.service.post('/v1/news', { news: fieldsOfNews(values) });
  }

  async create(values: object = {}): Promise<NewsRecord> {
    const response = await this.post(values);
    expect({ status: response.status, body: response.body as unknown }).toMatchObject({
      status: 201,
    });
    return response.body as NewsRecord;
  }

  put(id: number, values: object, headers: Readonly<Record<string, string>> = {}) {
    return this.service.put(`/v1/news/${id}`, { news: values }, { headers });
  }

  async read(id: number, query = ''): Promise<NewsRecord> {
    const response = await this.service.get(`/v1/news/${id}${query}`);
    expect(response.status).toBe(200);
    return response.body as NewsRecord;
  }

  async list(query: string): Promise<NewsList> {
    const response = await this.service.get(`/v1/news?${query}`);
    expect(response.status).toBe(200);
    return response.body as NewsList;
  }

  /** The pIds of the news that a query finds; the count must return the same number. */
  async found(query: string): Promise<string[]> {
    const { ITEMS, NEWS } = await this.list(query);
    const counted = await this.service.get(`/v1/news/count?${query}`);
    expect(counted.body).toEqual({ ITEMS });
    expect(NEWS).toHaveLength(ITEMS);
    return NEWS.map(({ PID }) => PID);
  }

  import(...lines: object[]): Promise<ImportResponse> {
    return importLines(this.service, lines);
  }
}

/** The statuses of requests that ran in parallel, in ascending order. */
export const statusesOf = (responses: readonly Response[]): number[] =>
  responses.map(({ status }) => status).sort((one, other) => one - other);

/** One request that won, and the others that lost with 409. */
export const oneOf = (count: number, status: number): number[] => [
  status,
  ...Array<number>(count - 1).fill(409),
];
