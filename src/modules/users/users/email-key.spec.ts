import { emailKey } from './email-key';

describe('emailKey', () => {
  it.each([
    ['ada@example.com', 'ADA@Example.COM'],
    ['zoë@ünal.example', 'ZOË@ÜNAL.example'],
    ['οδυσσέας@example.gr', 'ΟΔΥΣΣΈΑΣ@EXAMPLE.GR'],
    ['οδος.άλλη@example.gr', 'ΟΔΟΣ.ΆΛΛΗ@EXAMPLE.GR'],
    ['ада@пример.рф', 'АДА@ПРИМЕР.РФ'],
  ])('takes %s and %s for one', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  it.each([
    ['zoë@example.com', 'zoe@example.com'],
    ['strasse@example.com', 'straße@example.com'],
    ['a.b@example.com', 'ab@example.com'],
    ['a+b@example.com', 'a@example.com'],
  ])('tells %s and %s apart', (one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other));
  });

  it('is at most twice as long', () => {
    expect([...emailKey('İ'.repeat(254))]).toHaveLength(508);
  });
});
