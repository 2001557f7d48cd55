type Method = 'post' | 'put' | 'delete';

/** Sends a request to a service. */
export type Send = (method: Method, path: string, body?: unknown) => Promise<unknown>;

/** What is asked of the service; refusals change nothing, and that is as good. */
type Step = (send: Send, n: number) => Promise<unknown>;

const texts = [{ languageCode: 'en', name: 'Any' }];
const tagOf = (n: number) => ({
  ...{ pId: `t${n}`, active: true, controlType: 5, itemType: 10, valueForAllLanguages: true },
  ...{ position: n, priority: 1, required: false, languages: texts },
});

const webhookOf = (n: number) => ({
  ...{ url: `https://example.com/${n}`, events: ['order.created'], active: false },
});

export const steps: Readonly<Record<string, Step>> = {
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
  comment: (send, n) =>
    send('put', `/v1/orders/${n}/comments`, { orders: { comment: `Note ${n}` } }),
  move: (send, n) =>
    send('put', `/v1/orders/${n}/changeStatus`, { orders: { status: [0, 2, 3, 4, 6][n % 5] } }),
  invoice: (send, n) => send('post', `/v1/orders/${n}/invoices`),
  removeLocation: (send, n) => send('delete', `/v1/physicalLocations/${n}`),
  makeWebhook: (send, n) => send('post', '/v1/webhooks', { webhooks: webhookOf(n) }),
  moveWebhook: (send, n) =>
    send('put', `/v1/webhooks/${n}`, { webhooks: { url: `https://example.com/moved/${n}` } }),
  removeWebhook: (send, n) => send('delete', `/v1/webhooks/${n}`),
};
