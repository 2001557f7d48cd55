import { DataAccess } from '../../../src/database';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { done, idOf, orderOf, personLine, taken } from '../privacy/somebody';
import { createOrder, importMasters } from '../sales/sample-store';

interface Line {
  type: string;
  pId?: string;
  user?: { pId: string };
}

describe('The export of a person', () => {
  let service: Service;
  let id: number;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    await taken(service, [
      { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
      { type: 'product', pId: 'lamp', name: 'Lamp' },
      personLine('zebedee'),
      personLine('other', { email: 'other@example.com' }),
      ...['zebedee', 'other'].map((pId) => ({
        ...{ type: 'userComment', pId: `of-${pId}`, user: { pId }, item: { pId: 'lamp' } },
        comment: 'Bright',
      })),
    ]);
    id = await idOf(service, 'zebedee');
    const order = await createOrder(service, orderOf('zebedee', { pId: 'first', status: 2 }));
    await createOrder(service, orderOf('zebedee', { pId: 'second' }));
    await createOrder(service, orderOf('other', { pId: 'third' }));
    done(await service.post(`/v1/orders/${order.ID}/invoices`));
  });

  afterAll(() => service.stop());

  async function linesOf(exports: object): Promise<Line[]> {
    let job = done<{ ID: number; STATE: string }>(await service.post('/v1/exports', { exports }));
    while (job.STATE === 'running') job = done(await service.get(`/v1/exports/${job.ID}`));
    expect(job).toMatchObject({ STATE: 'done', USER: id });
    const headers = {
      Authorization: `Bearer osk_${'t'.repeat(43)}`,
      Accept: 'application/x-ndjson',
    };
    const content = await fetch(`${service.url}/v1/exports/${job.ID}/content`, { headers });
    const text = await content.text();
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  }

  const named = (lines: readonly Line[]) =>
    lines.map(({ type, pId }) => `${type} ${pId ?? ''}`.trim());

  it('is what is theirs, and the documents that name them', async () => {
    const lines = await linesOf({ user: id });
    expect(named(lines).filter((line) => !line.startsWith('document'))).toEqual([
      'userRecord zebedee',
      'userShoppingLists',
      'userComment of-zebedee',
      'userState',
    ]);
    const documents = lines.filter(({ type }) => type === 'document');
    expect(documents.map(({ pId }) => pId).slice(0, 2)).toEqual(['first', 'second']);
    expect(documents).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain('other');
  });

  it('is in the journal, and of one type where that is asked for', async () => {
    const lines = await linesOf({ user: id, types: ['userComment'] });
    expect(named(lines)).toEqual(['userComment of-zebedee']);
    const { database } = service.app.get(DataAccess);
    const entries = await database.select<{ n: number }>(
      "SELECT COUNT(*) AS n FROM journal_entries WHERE kind = 'personExport' AND record_id = ?",
      [id],
    );
    expect(Number(entries[0]?.n)).toBe(2);
  });

  it('is taken in again by a store that has what it refers to', async () => {
    const lines = await linesOf({ user: id });
    const other = await Service.start();
    try {
      await importMasters(other);
      await taken(other, [
        { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
        { type: 'product', pId: 'lamp', name: 'Lamp' },
      ]);
      const { rejected, errors } = await importLines(other, lines);
      expect({ rejected, errors }).toEqual({ rejected: 0, errors: [] });
    } finally {
      await other.stop();
    }
  });
});
