import type { RawLine } from './line-splitter';
import { toRejectedRecord } from './rejected-record';

const shown = (record: object, isKnown = true): object | undefined =>
  toRejectedRecord({ bytes: Buffer.from(JSON.stringify(record)) } as RawLine, isKnown);

describe('A rejected record', () => {
  const secretUrl = 'https://hooks.example.com/services/secret?token=1';
  const origin = 'https://hooks.example.com';

  it('has no secrets, however their names are written', () => {
    const secrets = { password: 'a', api_key: 'b', parts: [{ keyHash: 'c', Token: 'd' }] };
    expect(shown({ type: 'user', pId: 'ada', ...secrets, _error: {} })).toEqual({
      type: 'user',
      pId: 'ada',
      parts: [{}],
    });
  });

  it('has only the origin of addresses that are called', () => {
    expect(shown({ type: 'webhook', url: secretUrl, URL: secretUrl, active: true })).toEqual({
      type: 'webhook',
      url: origin,
      URL: origin,
    });
    const parameters = { url: secretUrl };
    expect(shown({ type: 'statusAction', parameters, active: true })).toEqual({
      type: 'statusAction',
      parameters: { url: origin },
      active: false,
    });
    expect(shown({ type: 'webhok', url: secretUrl }, false)).toMatchObject({ url: origin });
  });

  it('is active as it was sent without such an address', () => {
    const mail = { type: 'statusAction', action: 'SEND_MAIL', active: true };
    expect(shown(mail)).toEqual(mail);
    const webhook = { type: 'webhook', url: origin, active: true };
    expect(shown(webhook)).toEqual(webhook);
  });
});
