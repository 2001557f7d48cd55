import { measureProcessorTime } from '../../test/support/service/processor-time';
import { isMailbox } from './email-address';

describe('isMailbox', () => {
  it.each([
    'ada@example.com',
    "o'neil+shop_1@mail.example.co.uk",
    'a@b',
    'josé@example.com',
    'ада@пример.рф',
    'ada@xn--e1afmkfd.xn--p1ai',
    '用户@例子.广告',
    'ada@हिन्दी.भारत',
    '"a b"@example.com',
    '"a\\"b"@example.com',
    'ada@[192.0.2.1]',
    'ada@[IPv6:2001:db8::1]',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.example`,
  ])('accepts %s', (text) => {
    expect(isMailbox(text)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'a@example..com',
    'a@.example.com',
    'a@example.com.',
    'a@-example.com',
    'a@example-.com',
    'a@exa_mple.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a,b@example.com',
    'a b@example.com',
    'a<b>@example.com',
    'a@b@example.com',
    '"a@example.com',
    'a\u3000b@example.com',
    '"a\u00a0b"@example.com',
    'ada@example.com\u200b',
    'ada\u2060@example.com',
    'a\u00adda@example.com',
    '"a\nb"@example.com',
    'ada@[192.0.2]',
    `${'é'.repeat(33)}@example.com`,
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}example`,
  ])('rejects %j', (text) => {
    expect(isMailbox(text)).toBe(false);
  });

  it('takes time in proportion to the text', async () => {
    const taken = await measureProcessorTime(() => {
      for (let round = 0; round < 1000; round += 1) {
        isMailbox(`a@${'b-'.repeat(120)}!`);
        isMailbox(`"${'\\a'.repeat(100)}`);
      }
    });
    expect(taken).toBeLessThan(1000);
  });
});
