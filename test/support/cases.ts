const isLong = process.env['CASES'] === 'many';

/**
 * How many cases or records a spec uses: few in every run, many with CASES=many (`npm run verify:long`).
 */
export function cases(few: number, many: number): number {
  return isLong ? many : few;
}
