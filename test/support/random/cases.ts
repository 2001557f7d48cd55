import fc from 'fast-check';

/** Whether specs use many cases: only before a release. */
export const isLong = process.env['CASES'] === 'many';

// A change is judged by the same cases on every machine; `npm run verify:long` draws new ones each time.
if (!isLong) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_301 });

/**
 * How many cases or records a spec uses: few in every run, many with CASES=many (`npm run verify:long`).
 */
export function cases(few: number, many: number): number {
  return isLong ? many : few;
}
