/** @engine */
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from '../sales/sample-store';
import { Customers } from '../users/customers';

describe.each(['Europe/Madrid', 'Europe/Amsterdam'])('a date of 1900 in %s', (zone) => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: zone });
    await importMasters(service);
  });
  afterAll(() => service.stop());

  it('is the same day in birthdays, orders and news, and in filters by day', async () => {
    const day = '1900-01-01';
    const isThatDay = expect.stringMatching(/^1900-01-01T00:00:00[+-]\d\d:\d\d$/) as string;
    const user = await (await Customers.of(service)).create({ birthDay: day });
    expect(user.body).toMatchObject({ BIRTHDAY: isThatDay });
    const news = { pId: 'old', name: 'Old', publicationDate: day };
    expect((await service.post('/v1/news', { news })).body).toMatchObject({
      PUBLICATIONDATE: isThatDay,
    });
    const { ID } = await createOrder(service, smallOrder({ date: day }));
    const { body } = await service.get(`/v1/orders?startDate=${day}&endDate=${day}`);
    expect(body).toMatchObject({ items: 1, orders: [{ ID, DATE: isThatDay }] });
    const { body: before } = await service.get('/v1/orders?endDate=1899-12-31');
    expect(before).toMatchObject({ items: 0 });
  });
});
