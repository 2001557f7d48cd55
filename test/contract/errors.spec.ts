import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatErrorTable } from '../../src/api/openapi/error-table';
import { replaceMarkedText } from '../../src/core/marked-text';
import { listErrorKinds } from '../../src/core/errors';
// All areas with their errors.
import '../../src/app.module';

describe('the table of errors', () => {
  it('stands in the documentation as it is generated', () => {
    const page = readFileSync(join(__dirname, '../../docs/errors.md'), 'utf8');
    expect(replaceMarkedText(page, 'errors', formatErrorTable())).toBe(page);
  });

  it('has every error once, also one that is defined in several places', () => {
    const codes = formatErrorTable().match(/(?<=^\| \d{3} \| `)[^`]+/gm);
    expect(codes).toEqual([...new Set(codes)]);
    expect(new Set(codes)).toEqual(new Set(listErrorKinds().map(({ code }) => code)));
  });

  it('finds one meaning for every code', () => {
    const meanings = new Map<string, string>();
    for (const { code, status, remedy } of listErrorKinds()) {
      const meaning = `${status} ${remedy}`;
      expect([code, meanings.get(code) ?? meaning]).toEqual([code, meaning]);
      meanings.set(code, meaning);
    }
  });
});
