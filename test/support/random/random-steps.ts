import { salesSteps } from './random-sales-steps';
import { type RandomStep, importRecords } from './random-send';

const texts = [{ languageCode: 'en', name: 'Any' }];
const tagOf = (n: number) => ({
  ...{ pId: `t${n}`, active: true, controlType: 5, itemType: 10, valueForAllLanguages: true },
  ...{ position: n, priority: 1, required: false, languages: texts },
});

const webhookOf = (n: number) => ({
  ...{ url: `https://example.com/${n}`, events: ['order.created'], active: false },
});

export const steps: Readonly<Record<string, RandomStep>> = {
  makeTag: (send, n) => send('post', '/v1/customTags', { customTags: tagOf(n) }),
  addValue: (send, n) => send('post', `/v1/customTags/${n}/values`, { values: { pId: `v${n}` } }),
  renameTag: (send, n) => send('put', `/v1/customTags/${n}`, { customTags: { pId: `r${n}` } }),
  renameValue: (send, n) => send('put', `/v1/customTags/values/${n}`, { values: { pId: `w${n}` } }),
  removeValue: (send, n) => send('delete', `/v1/customTags/values/${n}`),
  removeTag: (send, n) => send('delete', `/v1/customTags/${n}`),
  makeNews: (send, n) =>
    send('post', '/v1/news', {
      news: { pId: `n${n}`, name: `News ${n}`, publicationDate: '2026-01-01', priority: n },
    }),
  renameNews: (send, n) => send('put', `/v1/news/${n}`, { news: { pId: `m${n}` } }),
  removeNews: (send, n) => send('delete', `/v1/news/${n}`),
  filterNews: (send, n) =>
    send('post', `/v1/news/${n}/newsItems`, { newsItems: { pId: 'PT', itemType: 30 } }),
  makeGroup: (send, n) =>
    send('post', '/v1/usersGroups', { usersGroups: { pId: `g${n}`, name: `Group ${n}` } }),
  renameGroup: (send, n) =>
    send('put', `/v1/usersGroups/${n}`, { usersGroups: { pId: `h${n % 2}` } }),
  removeGroup: (send, n) => send('delete', `/v1/usersGroups/${n}`),
  moveUser: (send, n) => send('put', `/v1/users/${n}`, { users: { group: { pId: `g${n % 3}` } } }),
  renameUser: (send, n) => send('put', `/v1/users/${n}`, { users: { pId: `u${n}` } }),
  removeUser: (send, n) => send('delete', `/v1/users/${n + 4}`),
  wish: (send, n) => send('post', `/v1/users/${n}/wishlist`, { wishlist: { pId: 'mug' } }),
  reward: (send, n) =>
    send('post', `/v1/users/${n}/rewardPoints`, { rewardPoints: { points: n, comment: 'x' } }),
  unlink: (send, n) => send('delete', `/v1/channels/1/physicalLocations/${n}`),
  giveVoucher: (send, n) =>
    send('post', `/v1/users/${n}/vouchers`, {
      vouchers: { code: `V-${n}`, availableBalance: 10, currencyId: 978 },
    }),
  changeVoucher: (send, n) =>
    send('put', `/v1/users/vouchers/${n}`, {
      vouchers: { availableBalance: n, currencyId: 978, currencyCode: 'EUR' },
    }),
  removeVoucher: (send, n) => send('delete', `/v1/users/vouchers/${n}`),
  importUser: (send, n) =>
    importRecords(send, {
      ...{ type: 'user', pId: `u${n}`, email: `u${n}@example.com`, languageCode: 'en' },
      ...{
        group: { id: 2 },
        addressBook: [
          { pId: 'home', alias: 'Home', type: 1, firstName: `U ${n}`, countryCode: 'ES' },
        ],
      },
    }),
  importComment: (send, n) =>
    importRecords(send, {
      ...{ type: 'userComment', pId: `c${n}`, user: { id: n }, item: { pId: 'mug' } },
      ...{ comment: `Comment ${n}`, rating: n % 6 },
    }),
  importCatalog: (send, n) =>
    importRecords(
      send,
      { type: 'product', pId: 'mug', name: `Mug ${n}` },
      { type: 'subStatus', pId: `x${n}`, document: 'order', status: 2, name: `Sub ${n}` },
    ),
  importTag: (send, n) => importRecords(send, { type: 'tag', ...tagOf(n), priority: n }),
  removeLocation: (send, n) => send('delete', `/v1/physicalLocations/${n}`),
  makeWebhook: (send, n) => send('post', '/v1/webhooks', { webhooks: webhookOf(n) }),
  moveWebhook: (send, n) =>
    send('put', `/v1/webhooks/${n}`, { webhooks: { url: `https://example.com/moved/${n}` } }),
  removeWebhook: (send, n) => send('delete', `/v1/webhooks/${n}`),
  ...salesSteps,
};
