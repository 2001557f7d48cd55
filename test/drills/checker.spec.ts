import { findViolations } from './checker';
import { toOutcome, type SentRequest } from './sent-request';
import type { Subject } from './subject';
import { Balances } from './subjects/balances';
import { Counters } from './subjects/counters';
import { createContent, Files } from './subjects/files';
import { FreshReads } from './subjects/fresh-reads';
import { Invoices } from './subjects/invoices';
import { Orders } from './subjects/orders';
import { ReturnedUnits } from './subjects/returned-units';
import { SingleOwners } from './subjects/single-owners';
import { TagGroups } from './subjects/tag-groups';
import { Webhooks } from './subjects/webhooks';
import type { WebhookReceiver } from '../support/servers/webhook-receiver';

/** A made-up request; answered with 201 by default. */
const sent = (kind: string, mark: string, values: Partial<SentRequest> = {}): SentRequest => ({
  ...{ kind, mark, about: mark, method: 'POST', path: '/made-up', isKeyed: true },
  ...{ start: 0, end: 1, status: 201, answer: {}, attempts: 1, lost: 0, faults: [] },
  ...values,
});
const refused = { status: 409, answer: { code: 'pId.taken' } };
const lost = { status: 0, end: Infinity, lost: 3, attempts: 3 };

/** The findings of a subject. */
const found = <S>(subject: Subject<S>, all: SentRequest[], state: S): string[] =>
  subject.check(all, state);

describe('the outcome of a request', () => {
  it.each([
    ['done', { status: 201 }],
    ['done', { status: 200, lost: 2 }],
    ['unknown', lost],
    ['unknown', { status: 503, faults: [503] }],
    ['refused', { status: 409 }],
    ['refused', { status: 409, lost: 1 }],
    ['unknown', { status: 404, lost: 1, isKeyed: false }],
    ['unknown', { status: 409, faults: [503], isKeyed: false }],
  ] as const)('is %s when it shows %j', (outcome, values) => {
    expect(toOutcome(sent('any', 'a', values as Partial<SentRequest>))).toBe(outcome);
  });
});

describe('the checker', () => {
  const group = (ID: number, NAME: string, PID = NAME) => ({ ID, PID, NAME });
  const made = (ID: number, mark: string) =>
    sent('group.create', mark, { answer: group(ID, mark) });
  const removed = (id: number) =>
    sent('group.delete', `d${id}`, { about: String(id), status: 200, start: 5 });
  const page = (...ids: number[]) =>
    sent('group.page', 'p', {
      ...{ about: 'walk', status: 200, start: 2, end: 3 },
      answer: { CUSTOMTAGGROUPS: ids.map((id) => group(id, String(id))), CURSORS: { NEXT: '' } },
    });

  it.each([
    ['nothing when all is there', [made(1, 'a')], [group(1, 'a')], []],
    ['nothing of what was not answered', [sent('group.create', 'a', lost)], [group(1, 'a')], []],
    ['a lost record', [made(1, 'a')], [], ['group 1 of request a was answered and is lost']],
    [
      'a deleted one that is back',
      [made(1, 'a'), removed(1)],
      [group(1, 'a')],
      ['group 1 was deleted and is there'],
    ],
    [
      'another id than was answered',
      [made(1, 'a')],
      [group(2, 'a')],
      ['group 1 a was answered, 2 a is there'],
    ],
    [
      'a record that was refused',
      [sent('group.create', 'a', refused)],
      [group(1, 'a')],
      ['group 1 a is there and was refused, or never sent'],
    ],
    [
      'a pId that is there twice',
      [made(1, 'a'), made(2, 'b')],
      [group(1, 'a'), group(2, 'b', 'a')],
      [...['pId a is there twice', 'group 2 b was answered, 2 a is there']],
    ],
    [
      'a request that worked twice',
      [made(1, 'a')],
      [group(1, 'a'), group(2, 'a', 'b')],
      [...['request a made two groups', 'group 1 a was answered, 2 b is there']],
    ],
    [
      'an id that was given again',
      [made(1, 'a'), removed(1), made(1, 'b')],
      [],
      ['id 1 was given twice'],
    ],
    [
      'a walk that shows a record twice',
      [made(1, 'a'), page(1, 1)],
      [group(1, 'a')],
      ['walk walk showed group 1 twice'],
    ],
    [
      'a walk that skips a record',
      [made(1, 'a'), page()],
      [group(1, 'a')],
      ['walk walk skipped group 1'],
    ],
    [
      'no walk that ended before the record was there',
      [made(1, 'a'), { ...page(), start: 0 }],
      [group(1, 'a')],
      [],
    ],
  ])('finds %s', (_, all, stored, expected) => {
    expect(found(new TagGroups(), all, stored)).toEqual(expected);
  });

  const order = (ID: number, PID: string, values: object = {}) => ({
    ...{ ID, PID, DOCUMENTNUMBER: `O-${ID}`, STATUS: 1, EXPORTSTATUS: 0, STATUSES: [] },
    ...values,
  });
  const ordered = (ID: number, mark: string) =>
    sent('order.create', mark, { answer: { ID, DOCUMENTNUMBER: `O-${ID}` } });
  const acknowledged = (mark: string, result = 'ok') =>
    sent('order.ack', mark, {
      ...{ isKeyed: false, status: 200, body: { orders: [{ id: 1, version: '1' }] } },
      answer: { orders: [{ result }] },
    });
  const moved = (FROMSTATUS: number, TOSTATUS: number) => ({ FROMSTATUS, TOSTATUS });

  it.each([
    ['nothing when all is there', [ordered(1, 'a')], [order(1, 'a')], []],
    ['a lost order', [ordered(1, 'a')], [], ['order a was answered and is lost']],
    [
      'a doubled order',
      [ordered(1, 'a')],
      [order(1, 'a'), order(1, 'a')],
      ['order a is there twice'],
    ],
    [
      'a refused order',
      [sent('order.create', 'a', refused)],
      [order(1, 'a')],
      ['order a was refused and is there'],
    ],
    [
      'a history with a gap',
      [ordered(1, 'a')],
      [order(1, 'a', { STATUS: 4, STATUSES: [moved(2, 4)] })],
      [expect.stringMatching('the history of order 1 is broken')],
    ],
    [
      'a history that ends elsewhere',
      [ordered(1, 'a')],
      [order(1, 'a', { STATUS: 4, STATUSES: [moved(1, 2)] })],
      [expect.stringMatching('the history of order 1 is broken')],
    ],
    [
      'a move that was answered and is lost',
      [ordered(1, 'a'), sent('order.move', 'm', { about: '1', body: { status: 4 } })],
      [order(1, 'a')],
      ['order 1 was moved to 4 and never was there'],
    ],
    [
      'an order that two have acknowledged',
      [ordered(1, 'a'), acknowledged('x'), acknowledged('y')],
      [order(1, 'a', { EXPORTSTATUS: 1 })],
      ['order 1 was acknowledged twice'],
    ],
    [
      'an acknowledgement that is lost',
      [ordered(1, 'a'), acknowledged('x'), acknowledged('y', 'unchanged')],
      [order(1, 'a')],
      ['order 1 was acknowledged and is pending'],
    ],
  ])('finds of orders %s', (_, all, orders, expected) => {
    expect(found(new Orders(), all, { orders, entries: [] })).toEqual(expected);
  });

  it('finds an acknowledgement of a version that nobody has seen', () => {
    const orders = [order(1, 'a', { EXPORTSTATUS: 1 })];
    const entries = [{ orderId: 1, seq: 2, fromStatus: 1, toStatus: 4 }];
    expect(found(new Orders(), [ordered(1, 'a'), acknowledged('x')], { orders, entries })).toEqual([
      'order 1 was acknowledged in version 1, which another change followed',
    ]);
  });

  const invoice = (id: number, parentId: number, serial: number) => ({
    ...{ id, parentId, serial, type: 2, headquarterId: 0, number: `I-${serial}` },
  });
  const asked = (mark: string, ID: number) =>
    sent('invoice.create', mark, { about: '1', answer: { ID, DOCUMENTNUMBER: `I-${ID}` } });
  const series = (last: number) => [{ type: 2, headquarterId: 0, last }];

  it.each([
    ['nothing when all is there', [asked('a', 1)], [invoice(1, 1, 1)], 1, []],
    ['a lost one', [asked('a', 1)], [], 0, ['invoice 1 of order 1 was answered and is lost']],
    [
      'two of one order',
      [asked('a', 1)],
      [invoice(2, 1, 2), invoice(1, 1, 1)],
      2,
      ['order 1 has two invoices'],
    ],
    [
      'one for two requests',
      [asked('a', 1), asked('b', 1)],
      [invoice(1, 1, 1)],
      1,
      ['the invoice of order 1 was made for two requests'],
    ],
    [
      'one that was refused',
      [sent('invoice.create', 'a', { about: '1', ...refused })],
      [invoice(1, 1, 1)],
      1,
      ['the invoice of order 1 is there and was refused'],
    ],
    [
      'a gap',
      [asked('a', 1), sent('invoice.create', 'b', { about: '2', ...lost })],
      [invoice(1, 1, 1), invoice(2, 2, 3)],
      3,
      [expect.stringMatching(/missing 2, twice $/)],
    ],
    [
      'a number that was given twice',
      [asked('a', 1), sent('invoice.create', 'b', { about: '2', ...lost })],
      [invoice(1, 1, 1), invoice(2, 2, 1)],
      2,
      [expect.stringMatching(/missing 2, twice 1$/)],
    ],
  ])('finds of invoices %s', (_, all, documents, last, expected) => {
    const state = { documents, series: series(last) };
    expect(found(new Invoices(new Orders()), all, state)).toEqual(expected);
  });

  const returned = (id: number, comment: string) => ({ id, orderId: 1, comment, quantity: 1 });
  const rma = (ID: number, mark: string) =>
    sent('rma.create', mark, { about: '1', answer: { ID } });
  const bought = (quantity: number, counted: number) => [
    { orderId: 1, quantity, returned: counted },
  ];

  it.each([
    ['nothing when all is there', [rma(1, 'a')], [returned(1, 'a')], bought(5, 1), []],
    [
      'more than was bought',
      [rma(1, 'a'), rma(2, 'b')],
      [returned(1, 'a'), returned(2, 'b')],
      bought(1, 2),
      ['of order 1 2 were returned and 1 bought'],
    ],
    [
      'a wrong count',
      [rma(1, 'a')],
      [returned(1, 'a')],
      bought(5, 2),
      ['of order 1 1 were returned, and 2 are counted'],
    ],
    ['a lost RMA', [rma(1, 'a')], [], bought(5, 0), ['RMA a was answered and is lost']],
    [
      'a refused RMA',
      [sent('rma.create', 'a', refused)],
      [returned(1, 'a')],
      bought(5, 1),
      ['RMA a was refused and is there'],
    ],
    [
      'a doubled RMA',
      [rma(2, 'a')],
      [returned(1, 'a'), returned(2, 'a')],
      bought(5, 2),
      ['request a made two RMAs'],
    ],
  ])('finds of returns %s', (_, all, rmas, lines, expected) => {
    expect(found(new ReturnedUnits(), all, { rmas, bought: lines })).toEqual(expected);
  });

  const earned = (mark: string, points = 5) => sent('points.move', mark, { about: String(points) });
  const movement = (COMMENT: string, POINTS = 5) => ({ COMMENT, POINTS });
  const voucher = (values: object = {}) => ({
    ...{ code: 'G', balance: 950_000, moved: 950_000, spent: 50_000, ...values },
  });

  it.each([
    ['nothing when all adds up', [earned('a')], [movement('a')], 5, [voucher()], []],
    ['lost points', [earned('a')], [], 0, [], ['points of request a were answered and are lost']],
    [
      'points that were moved twice',
      [earned('a')],
      [movement('a'), movement('a')],
      10,
      [],
      ['points of request a were moved twice'],
    ],
    [
      'refused points',
      [sent('points.move', 'a', refused)],
      [movement('a')],
      5,
      [],
      ['points of request a were refused and are moved'],
    ],
    [
      'a wrong balance',
      [],
      [movement('a')],
      4,
      [],
      ['the balance is 4, its movements sum up to 5'],
    ],
    [
      'a voucher without its movement',
      [],
      [],
      0,
      [voucher({ moved: 1_000_000 })],
      ['voucher G has 950000, its movements sum up to 1000000'],
    ],
    [
      'a voucher that was spent twice',
      [],
      [],
      0,
      [voucher({ spent: 0 })],
      ['voucher G has 950000, and by the orders that have spent it 1000000'],
    ],
  ])('finds of balances %s', (_, all, MOVEMENTS, BALANCE, vouchers, expected) => {
    const state = { points: { BALANCE, MOVEMENTS }, vouchers };
    expect(found(new Balances(), all, state)).toEqual(expected);
  });

  const seen = sent('role.seen', 'r', {
    ...{ method: 'GET', status: 200 },
    answer: {
      USERSGROUPS: [
        { ID: 1, DEFAULTGROUP: true },
        { ID: 2, DEFAULTGROUP: true },
      ],
    },
  });
  const address = (pId: string) => ({ pId, type: 1, isDefault: 1 });

  it.each([
    [
      'nothing when all is there',
      [sent('news.create', 'a')],
      { pages: [{ pId: 'a', url: 'u' }] },
      [],
    ],
    ['two default groups', [], { defaults: 2 }, ['2 user groups are the default']],
    ['two default groups in between', [seen], {}, ['2 user groups were shown as the default']],
    ['a page that is lost', [sent('news.create', 'a')], {}, ['news a was answered and is lost']],
    [
      'two pages of one address',
      [],
      {
        pages: [
          { pId: 'a', url: 'u' },
          { pId: 'b', url: 'u' },
        ],
      },
      ['two pages have u'],
    ],
    [
      'a refused address',
      [sent('address.create', 'a', refused)],
      { addresses: [address('a')] },
      ['address a was refused and is there'],
    ],
    [
      'two default addresses',
      [],
      { addresses: [address('a'), address('b')] },
      ['two addresses of type 1 are the default'],
    ],
  ])('finds of single owners %s', (_, all, state, expected) => {
    const whole = { defaults: 1, pages: [], addresses: [], ...state };
    expect(found(new SingleOwners(), all, whole)).toEqual(expected);
  });

  const uploaded = (mark: string, name: string, values: object = {}) =>
    sent('file.upload', mark, { about: `drill/${name}`, isKeyed: false, ...values });
  const stored = (name: string, mark: string) => ({
    path: `drill/${name}`,
    content: createContent(mark),
  });
  const own = uploaded('a', 'own-a');
  const moving = (values: object = {}) =>
    sent('file.move', 'a-move', { about: 'drill/target', isKeyed: false, ...values });

  it.each([
    ['nothing when all is there', [own, moving()], [stored('target', 'a')], []],
    [
      'half a file',
      [own],
      [{ path: 'drill/own-a', content: createContent('a').slice(0, -1) }],
      ['drill/own-a is not whole'],
    ],
    [
      'a content of nobody',
      [],
      [stored('b', 'b')],
      ['drill/b has a content that nobody sent, or that was refused'],
    ],
    ['a lost upload', [uploaded('a', 'shared-1')], [], ['drill/shared-1 was uploaded and is lost']],
    [
      'an upload that an earlier one has replaced',
      [uploaded('a', 'shared-1'), uploaded('b', 'shared-1', { start: 2, end: 3 })],
      [stored('shared-1', 'a')],
      ['drill/shared-1 has the content of a, b came after it'],
    ],
    ['a file that a move has lost', [own, moving(lost)], [], ['drill/own-a is in 0 places: ']],
    [
      'a file that a move has doubled',
      [own, moving()],
      [stored('own-a', 'a'), stored('target', 'a')],
      [
        ...[
          'drill/own-a is in 2 places: drill/own-a,drill/target',
          'drill/own-a was moved to drill/target and is in drill/own-a,drill/target',
        ],
      ],
    ],
    [
      'a refused move that was made',
      [own, moving(refused)],
      [stored('target', 'a')],
      ['drill/own-a was not moved and is in drill/target'],
    ],
  ])('finds of files %s', (_, all, files, expected) => {
    expect(found(new Files(), all, files)).toEqual(expected);
  });

  it('allows a move by copying to have left both files when nobody knows how it ended', () => {
    const files = [stored('own-a', 'a'), stored('target', 'a')];
    expect(found(new Files(true), [own, moving(lost)], files)).toEqual([]);
  });

  it.each([
    ['nothing when each is delivered', true, 2, ['a', 'b'], 0, []],
    ['a webhook that waits', true, 1, ['a'], 1, ['1 webhooks were not delivered']],
    ['a change that nobody was told', true, 2, ['a'], 0, ['2 changes were to be told, 1 were']],
    ['a webhook that was sent twice', true, 1, ['a', 'a'], 0, ['webhook a was delivered twice']],
    ['nothing of one that was sent twice after a power cut', false, 1, ['a', 'a'], 0, []],
  ])('finds of webhooks %s', (_, isOnce, received, deliveries, open, expected) => {
    const webhooks = new Webhooks({ url: 'http://localhost' } as WebhookReceiver, isOnce);
    expect(webhooks.check([], { delivered: received, deliveries, open })).toEqual(expected);
  });

  it('finds responses that show a fault of the service, and requests without a response', () => {
    const all = [
      sent('any', 'a', { faults: [503, 507] }),
      sent('any', 'b', { faults: [503, 500] }),
      sent('any', 'c', lost),
      sent('any', 'd', { status: 400, answer: { code: 'request.invalid' } }),
    ];
    expect(findViolations(all, [])).toEqual([
      'answers: POST /made-up (b) got 500',
      'answers: POST /made-up (c) was never answered, at last with 0',
      'answers: POST /made-up (d): {"code":"request.invalid"}',
    ]);
  });

  const showing = (about: string, NAME: string, values: Partial<SentRequest> = {}) =>
    sent('page.seen', 'r', { path: '/news/1', about, status: 200, answer: { NAME }, ...values });
  it.each([
    ['nothing when the write is seen', [showing('a', 'a')], []],
    ['nothing without an answer', [showing('a', '', lost)], []],
    ['a read of what was before', [showing('b', 'a')], ['/news/1 had b and showed a']],
    [
      'a record that is not there yet',
      [showing('b', '', { status: 404 })],
      ['/news/1 had b and showed HTTP 404'],
    ],
  ] as const)('finds among fresh reads: %s', (_, all, expected) => {
    expect(found(new FreshReads(), [...all], undefined)).toEqual(expected);
  });

  const count = (values: Partial<SentRequest> = {}) =>
    sent('counter.count', 'c', { about: '7', isKeyed: false, status: 200, ...values });
  it.each([
    ['nothing when each answer counts', [count(), count()], 2, []],
    ['nothing when an unknown one counts', [count(), count(lost)], 2, []],
    ['nothing when it does not', [count(), count(lost)], 1, []],
    ['a lost one', [count(), count()], 1, ['7 is 1 after 2 answers, and 0 that are unknown']],
    [
      'a refused one',
      [count(), count({ status: 412 })],
      2,
      ['7 is 2 after 1 answers, and 0 that are unknown'],
    ],
  ] as const)('finds of counters: %s', (_, all, value, expected) => {
    expect(found(new Counters(), [...all], [{ id: 7, value }])).toEqual(expected);
  });
});
