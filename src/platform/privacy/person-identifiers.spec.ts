import {
  NO_IDENTIFIERS,
  PersonRedactor,
  listSearchTexts,
  addIdentifiers,
} from './person-identifiers';

const ada = {
  ...{ pId: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  ...{ address: 'Calle Luna', phone: '+34 600 123', nif: '12', birthDay: null, active: true },
  ...{ information: [{ name: 'size', value: 'L' }] },
};
const marks = addIdentifiers(NO_IDENTIFIERS, [ada]);
const redaction = new PersonRedactor(marks);

describe('The identifiers of a person', () => {
  it('are the texts of the rows, grouped by their meaning', () => {
    expect(marks).toEqual({
      anywhere: ['ada@example.com', '+34 600 123'],
      names: ['Ada Lovelace'],
      alone: ['ada'],
      together: ['Ada', 'Lovelace', 'Calle Luna', '12'],
      beside: ['size', 'L'],
    });
    expect(addIdentifiers(marks, [ada])).toEqual(marks);
  });

  it('are limited to the latest 2,000 of a group', () => {
    const rows = Array.from({ length: 2001 }, (_, at) => ({ comment: `comment ${at}` }));
    const { beside } = addIdentifiers(NO_IDENTIFIERS, rows);
    expect([beside.length, beside[0]]).toEqual([2000, 'comment 1']);
  });

  it('are searched in their JSON form', () => {
    const quoted = addIdentifiers(NO_IDENTIFIERS, [{ email: '"a"@example.com', pId: 'a"b' }]);
    expect(listSearchTexts(quoted)).toEqual(['\\"a\\"@example.com', '"a\\"b"']);
    expect(JSON.stringify({ to: '"a"@example.com' })).toContain(listSearchTexts(quoted)[0]);
  });

  it.each<[string, unknown, boolean]>([
    ['an address for mails in a text', { text: 'To ada@example.com.' }, true],
    ['what the person is called', { PID: 'ada' }, true],
    ['the same in another word', { PID: 'adamant' }, false],
    ['a whole name, as others may have', { text: 'Dear Ada Lovelace' }, false],
    ['two names', { a: 'Ada', b: 'Lovelace' }, false],
    ['three at once', { a: 'Ada', list: ['Lovelace', { c: 'Calle Luna' }] }, true],
    ['one of them three times', ['Ada', 'Ada', 'Ada'], false],
    ['a key of the same name', { ada: 1 }, false],
  ])('decide whether %s is about the person', (_, value, isAbout) => {
    expect(redaction.isAboutPerson(value)).toBe(isAbout);
  });

  it('are removed, and everything else is retained', () => {
    const value = {
      ...{ to: 'ada@example.com', text: 'Dear Ada Lovelace, order 12 is on its way' },
      ...{ rows: ['Ada', 'Grace', 12, true, null], nif: '12' },
    };
    expect(redaction.redact(value)).toEqual({
      ...{ to: '', text: 'Dear , order 12 is on its way' },
      ...{ rows: ['', 'Grace', 12, true, null], nif: '' },
    });
  });
});
