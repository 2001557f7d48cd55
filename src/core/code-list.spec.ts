import {
  defineCodes,
  defineCodesFromConstants,
  getCodeName,
  getCodeNumber,
  pickCodes,
  formatCode,
  formatCodes,
  toEnumVarNames,
  withZeroCode,
} from './code-list';

const states = defineCodes([
  [1, 'Pending'],
  [-3, 'Not authorized'],
  [0, 'Incidents'],
]);

describe('codes', () => {
  it('are listed in order, with their names', () => {
    expect(states.description).toBe('1 Pending, -3 Not authorized, 0 Incidents');
    expect(defineCodesFromConstants({ shortText: 3, date: 4 }).description).toBe(
      '3 short text, 4 date',
    );
    expect(toEnumVarNames(states)).toEqual(['Pending', 'NotAuthorized', 'Incidents']);
    expect(toEnumVarNames(defineCodes([[3, 'super-administrator']]))).toEqual([
      'SuperAdministrator',
    ]);
  });

  it('are found by their numbers and names, and formatted for sentences', () => {
    expect([getCodeName(states, -3), getCodeName(states, 7)]).toEqual(['Not authorized', '']);
    expect(getCodeNumber(states, 'Incidents')).toBe(0);
    expect(() => getCodeNumber(states, 'Nothing')).toThrow('No code has the name Nothing');
    expect([formatCode(states, 0), formatCode(states, 7)]).toEqual(['0 (Incidents)', '7']);
    expect(formatCodes(states, [-3])).toBe('-3 (Not authorized)');
    expect(formatCodes(states, new Set([1, -3, 0]))).toBe(
      '1 (Pending), -3 (Not authorized) and 0 (Incidents)',
    );
  });

  it('can be picked from others, or extended by 0', () => {
    expect(pickCodes(states, [0, 1]).description).toBe('0 Incidents, 1 Pending');
    const all = withZeroCode('all', defineCodes([[2, 'categories']]));
    expect(all).toMatchObject({ numbers: [0, 2], description: '0 all, 2 categories' });
  });
});
