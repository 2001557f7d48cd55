/** @engine */
import { Crud, DataAccess } from '../../../src/database';
import { UserComment } from '../../../src/modules/users/comments/user-comment.entity';
import { UserCommentsService } from '../../../src/modules/users/comments/user-comments.service';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';
import { Customers } from './customers';

describe('the comments of a user', () => {
  let service: Service;
  let customers: Customers;
  let products: Record<string, number>;
  let user: { id: number; pId: string };
  let made = 0;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    customers = await Customers.of(service);
    products = await customers.elements('product', 'shirt', 'hat');
    await customers.elements('category', 'clothes');
    await customers.elements('page', 'about');
  });

  afterAll(async () => {
    await service.stop();
  });

  beforeEach(async () => {
    user = await customers.add();
  });

  const line = (values: object = {}) => ({
    ...{ type: 'userComment', pId: `comment-${++made}`, user: { pId: user.pId } },
    ...{ item: { pId: 'shirt' }, comment: 'Fits well' },
    ...values,
  });

  const read = async (id = user.id): Promise<Record<string, unknown>[]> => {
    const { status, body } = await service.get(`/v1/users/${id}/comments`);
    expect(status).toBe(200);
    return (body as { COMMENTS: Record<string, unknown>[] }).COMMENTS;
  };

  const outcome = async (...lines: object[]) => {
    const { created, updated, unchanged, rejected } = await importLines(service, lines);
    return { created, updated, unchanged, rejected };
  };
  const none = { created: 0, updated: 0, unchanged: 0, rejected: 0 };

  it('are absent at first, and not found without a user', async () => {
    expect(await read()).toEqual([]);
    expect((await service.get('/v1/users/999999/comments')).status).toBe(404);
    expect((await service.get('/v1/users/0/comments')).status).toBe(400);
  });

  it('are not changed by who read them when they were another one’s', async () => {
    const [own, other] = [line(), await customers.add()];
    await outcome(own);
    const comments = service.app.get(UserCommentsService);
    const [stored] = await comments.listByPIds([own.pId]);
    const { id, ...values } = stored as UserComment;
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const before = { ...values, userId: user.id, itemId: products['shirt'] as number };
    const moved = jest.spyOn(Crud.prototype, 'get').mockImplementationOnce(async () => {
      await unitOfWork.run(() => writer.update(UserComment, id, { userId: other.id }));
      return { userId: user.id };
    });
    const changed = comments.update(id, { ...before, comment: 'late' }, { scopes: new Set(['*']) });
    await expect(changed).rejects.toMatchObject({ code: 'database.busy' });
    moved.mockRestore();
    expect(await read(other.id)).toMatchObject([{ COMMENT: 'Fits well' }]);
    expect(await read()).toEqual([]);
  });

  it('come in as lines, whole or with defaults', async () => {
    const whole = {
      ...{ itemType: 3, item: { pId: 'about' }, comment: 'Größe? Ωραίο! 很好 👍', rating: 5 },
      ...{ active: false, dateAdded: '2026-07-01T10:00:00Z' },
    };
    const category = { itemType: 2, item: { pId: 'clothes' } };
    expect(await outcome(line(whole), line(), line(category))).toEqual({ ...none, created: 3 });
    const id = expect.any(Number) as number;
    expect(await read()).toEqual([
      {
        ...{ ACTIVE: false, COMMENT: 'Größe? Ωραίο! 很好 👍', ID: id, ITEMTYPE: 3, RATING: 5 },
        ...{ DATEADDED: '2026-07-01T12:00:00+02:00', ITEM: { ID: id, PID: 'about' } },
      },
      {
        ...{ ACTIVE: true, COMMENT: 'Fits well', ID: id, ITEMTYPE: 1, RATING: 0 },
        DATEADDED: expect.stringMatching(/^20\d\d-.*\+0[12]:00$/) as string,
        ITEM: { ID: products['shirt'], PID: 'shirt' },
      },
      expect.objectContaining({ ITEM: { ID: id, PID: 'clothes' }, ITEMTYPE: 2 }),
    ]);
  });

  it('are changed by a different line, and left alone by the same one', async () => {
    const record = line({ rating: 4 });
    await outcome(record);
    const [before] = await read();
    expect(await outcome(record)).toEqual({ ...none, unchanged: 1 });
    expect(await outcome({ ...record, item: { id: products['shirt'] }, itemType: 1 })).toEqual({
      ...none,
      unchanged: 1,
    });
    expect(await read()).toEqual([before]);
    expect(await outcome({ ...record, rating: 1, item: { pId: 'hat' } })).toEqual({
      ...none,
      updated: 1,
    });
    const hat = { ITEM: { ID: products['hat'], PID: 'hat' } };
    expect(await read()).toEqual([{ ...before, ...hat, RATING: 1 }]);
    expect(await outcome({ ...record, item: { pId: 'hat' }, rating: undefined })).toEqual({
      ...none,
      updated: 1,
    });
    expect(await read()).toEqual([{ ...before, ...hat, RATING: 0 }]);
    const dateAdded = '2020-01-01';
    await outcome({ ...record, item: { pId: 'hat' }, dateAdded });
    expect(await read()).toMatchObject([{ DATEADDED: '2020-01-01T00:00:00+01:00' }]);
  });

  it('may have no text, as those of an erased person', async () => {
    expect(await outcome(line({ comment: '' }))).toEqual({ ...none, created: 1 });
    expect(await read()).toMatchObject([{ COMMENT: '' }]);
  });

  it('may become those of another user', async () => {
    const record = line();
    await outcome(record);
    const [comment] = await read();
    const other = await customers.add();
    const move = () => outcome({ ...record, user: { pId: other.pId } });
    expect(await customers.touchedBy([user.id, other.id], move)).toEqual([true, true]);
    expect(await read()).toEqual([]);
    expect(await read(other.id)).toEqual([comment]);
  });

  it.each<[string, object]>([
    ['/user reference.notFound', { user: { pId: 'nobody' } }],
    ['/item reference.notFound', { item: { pId: 'clothes' } }],
    ['/item reference.notFound', { item: { pId: 'shirt' }, itemType: 2 }],
    ['/itemType value.notAllowed', { itemType: 4 }],
    ['/rating number.range', { rating: 6 }],
    ['/rating value.type', { rating: 4.5 }],
    ['/dateAdded format.instant-or-date', { dateAdded: '2026-01-01T24:00' }],
    ['/user field.required', { user: undefined }],
    ['/item field.required', { item: undefined }],
    ['/comment field.required', { comment: undefined }],
    ['/languageCode field.unknown', { languageCode: 'en' }],
  ])('are rejected for %s, alone', async (fault, values) => {
    const summary = await importLines(service, [line(), line(values), line()]);
    expect(summary).toMatchObject({ created: 2, rejected: 1 });
    const [error] = summary.errors;
    expect(`${error?.pointer} ${error?.code}`).toBe(fault);
    expect(await read()).toHaveLength(2);
  });

  it('are stored once when 30 imports bring them at once', async () => {
    const lines = Array.from({ length: 5 }, () => line());
    const summaries = await Promise.all(
      Array.from({ length: 30 }, () => importLines(service, lines)),
    );
    const created = summaries.reduce((sum, summary) => sum + summary.created, 0);
    expect(created).toBe(5);
    expect(await read()).toHaveLength(5);
  });

  it('move LASTUSED of their user when they come or change', async () => {
    const record = line();
    expect(await customers.touchedBy([user.id], () => outcome(record))).toEqual([true]);
    expect(await customers.touchedBy([user.id], () => outcome(record))).toEqual([false]);
    const changed = () => outcome({ ...record, rating: 3 });
    expect(await customers.touchedBy([user.id], changed)).toEqual([true]);
  });

  it('go with their user', async () => {
    const record = line();
    await outcome(record);
    expect((await service.delete(`/v1/users/${user.id}`)).status).toBe(200);
    const other = await customers.add();
    expect(await outcome({ ...record, user: { pId: other.pId } })).toEqual({ ...none, created: 1 });
  });

  it('are read only', async () => {
    const path = `/v1/users/${user.id}/comments`;
    expect((await service.post(path, { comments: {} })).status).toBe(405);
    expect((await service.delete(path)).status).toBe(405);
  });
});
