import { toEmailKey } from './email-key';

describe('toEmailKey', () => {
  it.each([
    ['ada@example.com', 'ADA@Example.COM'],
    ['zoë@ünal.example', 'ZOË@ÜNAL.example'],
    ['οδυσσέας@example.gr', 'ΟΔΥΣΣΈΑΣ@EXAMPLE.GR'],
    ['οδος.άλλη@example.gr', 'ΟΔΟΣ.ΆΛΛΗ@EXAMPLE.GR'],
    ['ада@пример.рф', 'АДА@ПРИМЕР.РФ'],
    ['jos\u00e9n@example.com', 'jose\u0301n@example.com'],
  ])('treats %s and %s as the same address', (one, other) => {
    expect(toEmailKey(one)).toBe(toEmailKey(other));
  });

  it.each([
    ['zoë@example.com', 'zoe@example.com'],
    ['strasse@example.com', 'straße@example.com'],
    ['a.b@example.com', 'ab@example.com'],
    ['a+b@example.com', 'a@example.com'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(toEmailKey(one)).not.toBe(toEmailKey(other));
  });

  it('is at most twice as long as the address', () => {
    expect([...toEmailKey('İ'.repeat(254))]).toHaveLength(508);
  });
});
