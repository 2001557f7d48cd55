/** @engine */
import { Database, type EntityClass, DataAccess } from '../../../src/database';
import { ApiKey } from '../../../src/platform/access';
import { Channel, CatalogElement, Headquarter, Tax, Zone } from '../../../src/platform/catalog';
import { Tag, TagGroup, TagValue } from '../../../src/modules/custom-tags';
import { Definition } from '../../../src/modules/definitions/definitions/definition.entity';
import { ExportJob } from '../../../src/platform/data-transfer/exports/jobs/export-job.entity';
import { PhysicalLocation } from '../../../src/modules/locations/location.entity';
import { News } from '../../../src/modules/news/news/news.entity';
import { StatusAction } from '../../../src/modules/sales/actions';
import { SalesDocument } from '../../../src/modules/sales/documents/entities/document.entity';
import { Shipment } from '../../../src/modules/sales/documents/entities/shipment.entity';
import { documentTypes } from '../../../src/modules/sales/documents/document-kinds';
import { UserGroup } from '../../../src/modules/users/groups/user-group.entity';
import {
  ShoppingList,
  ShoppingListRow,
} from '../../../src/modules/users/shopping-lists/shopping-list.entity';
import { User } from '../../../src/modules/users/users/user.entity';
import { Webhook } from '../../../src/platform/events/webhooks/webhook.entity';
import { testServer } from '../../support/service/database';
import { Service } from '../../support/service/service';

type Steps = Parameters<Database['read']>[0];
type Statement =
  Steps extends Generator<infer S> ? (S extends readonly (infer T)[] ? T : never) : never;
type Values = Readonly<Record<string, unknown>>;

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
/** Records that changed long ago, and those of the last minute. */
const OLD = 2000;
const FRESH = 3;

/** Whether a list comes in pages. */
const isPaged = (list: string): boolean =>
  !/^(usersGroups|apiKeys|statusActions|webhooks|exports)$|values/.test(list);

const empty: Readonly<Record<string, unknown>> = {
  ...{ bool: false, int: 0, smallInt: 0, bigInt: 0, double: 0 },
  ...{ varchar: '', longText: '', pid: '', json: [], instant: LONG_AGO },
};

describe('what a list is asked for by time of change', () => {
  let service: Service;
  let database: Database;
  let dataAccess: DataAccess;
  const own = { group: 0, user: 0, tag: 0, list: 0, order: 0 };
  const since = new Date(Date.now() - 60_000).toISOString();

  beforeAll(async () => {
    service = await Service.start();
    database = service.app.get(Database);
    dataAccess = service.app.get(DataAccess);
    own.group = await fill(UserGroup, {});
    own.user = await fill(User, { groupId: own.group }, 'lastUsed');
    own.list = await one(ShoppingList, { userId: own.user });
    own.tag = await fill(Tag, {});
    await fill(TagValue, { tagId: own.tag });
    for (const entity of [TagGroup, News, PhysicalLocation, Definition]) await fill(entity, {});
    for (const entity of [Zone, Channel, Headquarter, Tax]) await fill(entity, {});
    for (const entity of [ApiKey, Webhook]) await fill(entity, {});
    await fill(StatusAction, { document: 'order', action: 'NOTIFICATION' });
    await fill(ExportJob, { state: 'done', expiresAt: new Date(Date.now() + 86_400_000) });
    await fill(ShoppingListRow, { listId: own.list });
    await fill(CatalogElement, { kind: 'product' });
    for (const type of Object.values(documentTypes))
      own.order = await fill(SalesDocument, { type });
    await fill(SalesDocument, { type: documentTypes.order, exported: true });
    await fill(SalesDocument, { type: documentTypes.rma, exported: true });
    await fill(Shipment, { documentId: own.order });
    await fill(Shipment, { documentId: own.order, exported: true });
    if (testServer !== undefined) await analyze();
  });
  afterAll(() => service.stop());

  let made = 0;
  /** A record of which nothing matters but what is given. */
  const rowOf = (entity: EntityClass, values: Values): Values => {
    const columns = [...database.models.get(entity).columns.values()];
    const needed = columns.filter(({ property, nullable }) => property !== 'id' && !nullable);
    const name = `row-${++made}`;
    const unique = { pId: name, email: name, emailKey: name, keyHash: name, name };
    const plain = needed.map(({ property, kind }) => [
      property,
      property in unique ? name : empty[kind.name],
    ]);
    const pId = columns.some(({ property }) => property === 'pId') ? { pId: name } : {};
    return { ...(Object.fromEntries(plain) as Values), ...pId, ...values };
  };
  const insert = (entity: EntityClass, rows: readonly Values[]): Promise<number[]> =>
    dataAccess.unitOfWork.run(() => dataAccess.writer.insert(entity, rows as object[]));
  const one = async (entity: EntityClass, values: Values): Promise<number> => {
    const [id] = await insert(entity, [rowOf(entity, values)]);
    return id as number;
  };
  /** @returns the id of one of the records */
  const fill = async (entity: EntityClass, values: Values, time = 'updatedAt'): Promise<number> => {
    const old = Array.from({ length: OLD }, () => rowOf(entity, { ...values, [time]: LONG_AGO }));
    const fresh = Array.from({ length: FRESH }, () =>
      rowOf(entity, { ...values, [time]: new Date() }),
    );
    const [id] = await insert(entity, [...old, ...fresh]);
    return id as number;
  };
  const analyze = async (): Promise<void> => {
    const tables = await database.select<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    for (const { name } of tables) await database.select(`ANALYZE TABLE ${name}`);
  };

  /** The statements about the time of change that a request makes. */
  const statementsOf = async (path: string): Promise<Statement[]> => {
    const list = database.readList.bind(database);
    const found: Statement[] = [];
    function* noted(steps: Steps): Steps {
      let step = steps.next();
      while (!step.done) {
        found.push(...step.value.filter(({ sql }) => /(updated_at|last_used)` >= \?/.test(sql)));
        step = steps.next(yield step.value);
      }
      return step.value;
    }
    const spy = jest
      .spyOn(database, 'readList')
      .mockImplementation((steps, how) => list((source) => noted(steps(source)), how));
    try {
      const { status, text } = await service.get(path);
      if (status !== 200) throw new Error(text);
    } finally {
      spy.mockRestore();
    }
    return found;
  };

  /** The engine's plan of a statement; undefined where it reads no more than it has to. */
  const flawOf = async ({ sql, params }: Statement): Promise<string | undefined> => {
    if (testServer === undefined) {
      const steps = await database.select<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
      const details = steps.map(({ detail }) => detail);
      const isRange = details.some((detail) =>
        /^SEARCH t .*(updated_at|last_used)>\?/.test(detail),
      );
      const isScan = details.some((detail) => /^SCAN (?!p\b)/.test(detail));
      return isRange && !isScan ? undefined : details.join('; ');
    }
    const steps = await database.select<{ type: string; key: string | null; rows: number }>(
      `EXPLAIN ${sql}`,
      params,
    );
    const isRange = steps.some(
      ({ type, key, rows }) =>
        type === 'range' && /updated_at|last_used/.test(key ?? '') && rows <= 20 * FRESH,
    );
    const isScan = steps.some(
      ({ type, rows }) => ['ALL', 'index'].includes(type) && rows > 20 * FRESH,
    );
    return isRange && !isScan ? undefined : JSON.stringify(steps);
  };

  it.each([
    ...['customTagGroups', 'customTags', 'customTags/{tag}/values', 'news', 'physicalLocations'],
    ...['definitions', 'usersGroups', 'users', 'users/shoppingLists/{list}/rows'],
    ...['product', 'channel', 'zone', 'headquarter', 'tax'].map((type) => `catalog/${type}`),
    ...['orders', 'orders/pending', 'orders/received', 'rmas', 'rmas/pending', 'rmas/received'],
    ...['invoices', 'creditNotes', 'returns', 'deliveryNotes'],
    ...['shipments', 'shipments/pending', 'shipments/received'],
    ...['apiKeys', 'statusActions', 'webhooks', 'exports'],
  ])('is found by an index: %s', async (list) => {
    const path = list.replace(/\{(\w+)\}/, (_, name: keyof typeof own) => String(own[name]));
    const flaws: string[] = [];
    let looked = 0;
    for (const sort of ['sort=updatedAt.asc', 'sort=updatedAt.desc', 'sort=id.asc', '']) {
      for (const more of ['', '&perPage=1', `&updatedAt_max=${new Date().toISOString()}`]) {
        if (more.includes('perPage') && !isPaged(list)) continue;
        const query = `/v1/${path}?updatedAt_min=${since}${more}&${sort}`;
        for (const statement of await statementsOf(query)) {
          looked++;
          const flaw = await flawOf(statement);
          if (flaw !== undefined) flaws.push(`${query} ${statement.sql}: ${flaw}`);
        }
      }
    }
    expect(flaws).toEqual([]);
    expect(looked).toBeGreaterThanOrEqual(8);
  });
});
