import { Database } from '../../../src/database';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';

interface SubState {
  readonly id: number;
  readonly pId: string;
  readonly name: string;
  readonly publicName: string;
  readonly description: string;
  readonly subStates: readonly SubState[];
}

interface State {
  readonly name: string;
  readonly state: string;
  readonly subStates: readonly SubState[];
}

/** A node with no more than the pIds below it. */
type Shape = Record<string, object>;

const shapeOf = (nodes: readonly SubState[]): Shape =>
  Object.fromEntries(nodes.map(({ pId, subStates }) => [pId, shapeOf(subStates)]));

describe('status lists', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  const list = async (name: string, language: string): Promise<readonly State[]> => {
    const response = await service.get(`/v1/util/${name}?language=${language}`);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body as object)).toEqual(['states']);
    return (response.body as { states: State[] }).states;
  };
  const named = async (name: string, language: string): Promise<string[][]> =>
    (await list(name, language)).map((one) => [one.state, one.name]);

  it('show the states of orders in the order of the specification', async () => {
    expect(await list('orderStatus', 'en')).toEqual(
      [
        ['0', 'Incidents'],
        ['1', 'Incoming'],
        ['2', 'In process'],
        ['3', 'Reservations'],
        ['4', 'Completed'],
        ['5', 'Pending'],
        ['6', 'Deleted'],
        ['20', 'Refunds'],
        ['_10', 'Unfinished'],
        ['_20', 'Refund requests'],
        ['_666', 'Fraudulent'],
      ].map(([state, name]) => ({ name, state, subStates: [] })),
    );
  });

  it('show the states of RMAs and shipments', async () => {
    expect(await named('rmaStatus', 'en')).toEqual([
      ['1', 'Pending'],
      ['3', 'Authorized'],
      ['_3', 'Not authorized'],
      ['2', 'In process'],
      ['5', 'Accepted'],
      ['_1', 'Denied'],
      ['4', 'Completed'],
      ['0', 'Incidents'],
      ['6', 'Deleted'],
    ]);
    expect(await named('shipmentStatus', 'en')).toEqual([
      ['1', 'Pending'],
      ['2', 'Processing'],
      ['3', 'Shipped'],
      ['4', 'Delivered'],
      ['0', 'Incidents'],
    ]);
  });

  it.each([
    ['es', 'Entrantes', 'Autorizadas', 'Enviados'],
    ['ca', 'Entrants', 'Autoritzades', 'Enviats'],
    ['fr', 'Entrantes', 'Autorisées', 'Expédiées'],
    ['de', 'Eingegangen', 'Genehmigt', 'Versandt'],
    ['it', 'In arrivo', 'Autorizzati', 'Spedite'],
    ['pt', 'Recebidas', 'Autorizadas', 'Enviadas'],
  ])('name every state in %s', async (language, incoming, authorized, shipped) => {
    expect(await named('orderStatus', language)).toContainEqual(['1', incoming]);
    expect(await named('rmaStatus', language)).toContainEqual(['3', authorized]);
    expect(await named('shipmentStatus', language)).toContainEqual(['3', shipped]);
    for (const name of ['orderStatus', 'rmaStatus', 'shipmentStatus']) {
      const states = await named(name, language);
      const english = await named(name, 'en');
      expect(states.map(([state]) => state)).toEqual(english.map(([state]) => state));
      for (const [, text] of states) expect(text).toMatch(/^\p{Lu}[\p{L}· ]+$/u);
    }
  });

  it.each(['ja', 'el', 'zh'])('fall back to English in %s', async (language) => {
    for (const name of ['orderStatus', 'rmaStatus', 'shipmentStatus']) {
      expect(await named(name, language)).toEqual(await named(name, 'en'));
    }
  });

  it.each(['', 'language=', 'language=E5', 'language=xx', 'language=en&fields=name'])(
    'refuse the query "%s"',
    async (query) => {
      for (const name of ['orderStatus', 'rmaStatus', 'shipmentStatus']) {
        expect((await service.get(`/v1/util/${name}?${query}`)).status).toBe(400);
      }
    },
  );

  it('need the scope of util', async () => {
    const key = await service.createKey('sales:write');
    expect((await service.get('/v1/util/orderStatus?language=en', { key })).status).toBe(403);
  });

  describe('of a store with sub-statuses', () => {
    const sub = (pId: string, document: string, status: number, values: object = {}) => ({
      ...{ type: 'subStatus', pId, document, status, name: pId },
      ...values,
    });

    beforeAll(async () => {
      const { errors } = await importLines(service, [
        sub('late', 'order', 0),
        sub('packing', 'order', 2, {
          ...{ name: 'Packing', publicName: 'Being packed', description: 'In the warehouse' },
          languages: [
            { languageCode: 'es', name: 'Embalaje', publicName: 'Se está embalando' },
            { languageCode: 'zh', name: '包装', publicName: '打包中', description: '在仓库 📦' },
          ],
        }),
        sub('gift', 'order', 2, { parent: { pId: 'packing' } }),
        sub('ribbon', 'order', 2, { parent: { pId: 'gift' } }),
        sub('checked', 'order', 2, { parent: { pId: 'packing' } }),
        sub('picking', 'order', 2),
        sub('chargeback', 'order', -666),
        sub('inspected', 'rma', -3),
        sub('handed over', 'shipment', 3),
      ]);
      expect(errors).toEqual([]);
    });

    const shapes = async (name: string): Promise<Shape> => {
      const states = await list(name, 'en');
      const used = states.filter(({ subStates }) => subStates.length > 0);
      return Object.fromEntries(used.map(({ state, subStates }) => [state, shapeOf(subStates)]));
    };
    const packing = async (language: string): Promise<SubState | undefined> =>
      (await list('orderStatus', language))
        .flatMap(({ subStates }) => subStates)
        .find(({ pId }) => pId === 'packing');

    it('show them below their states, nested to any depth', async () => {
      expect(await shapes('orderStatus')).toEqual({
        0: { late: {} },
        2: { packing: { gift: { ribbon: {} }, checked: {} }, picking: {} },
        _666: { chargeback: {} },
      });
      expect(await shapes('rmaStatus')).toEqual({ _3: { inspected: {} } });
      expect(await shapes('shipmentStatus')).toEqual({ 3: { 'handed over': {} } });
    });

    it('show them by ascending id, also when a parent came later', async () => {
      await importLines(service, [sub('late', 'order', 0), sub('very late', 'order', 0)]);
      await importLines(service, [sub('late', 'order', 0, { parent: { pId: 'very late' } })]);
      expect((await shapes('orderStatus'))['0']).toEqual({ 'very late': { late: {} } });
      const [, , processing] = await list('orderStatus', 'en');
      const below = processing?.subStates[0]?.subStates.map(({ id }) => id) ?? [];
      expect(below).toEqual([...below].sort((one, other) => one - other));
      expect(below).toHaveLength(2);
    });

    it('name them in the language asked, where the line did', async () => {
      const english = await packing('en');
      expect(english).toMatchObject({
        ...{ id: expect.any(Number) as number, pId: 'packing', name: 'Packing' },
        ...{ publicName: 'Being packed', description: 'In the warehouse' },
      });
      expect(await packing('es')).toEqual({
        ...english,
        ...{ name: 'Embalaje', publicName: 'Se está embalando' },
      });
      expect(await packing('zh')).toEqual({
        ...english,
        ...{ name: '包装', publicName: '打包中', description: '在仓库 📦' },
      });
      expect(await packing('fr')).toEqual(english);
    });

    it('ask the database once', async () => {
      const database = service.app.get(Database);
      const count = await countStatements(
        database,
        () => list('orderStatus', 'en'),
        /\bsub_statuses\b/,
      );
      expect(count).toBe(1);
    });
  });
});
