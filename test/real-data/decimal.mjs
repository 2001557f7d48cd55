/**
 * Exact decimals as BigInt integers with a fixed number of decimals ("scale"): 12.34 at scale 4 is
 * 123400n. Nothing here ever passes through a binary float except the last step of `toNumber`,
 * whose result prints the same digits again.
 */

/**
 * Reads a decimal text.
 * @param {string} text for example `12.34`, `.5` or `-7`
 * @param {number} scale decimals kept
 * @returns {bigint}
 * @throws {RangeError} when the text is no plain decimal or has more decimals than the scale
 */
export function parseDecimal(text, scale) {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (!match || (!match[2] && !match[3])) throw new RangeError(`not a decimal: '${text}'`);
  const decimals = (match[3] ?? '').replace(/0+$/, '');
  if (decimals.length > scale) throw new RangeError(`more than ${scale} decimals: '${text}'`);
  const value = BigInt(`${match[2]}${decimals.padEnd(scale, '0')}`);
  return match[1] ? -value : value;
}

/**
 * Divides and rounds half up, away from zero.
 * @param {bigint} numerator
 * @param {bigint} denominator greater than 0
 */
export function divide(numerator, denominator) {
  const twice = (numerator < 0n ? -numerator : numerator) * 2n + denominator;
  const rounded = twice / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * Takes decimals away, rounding half up.
 * @param {bigint} value
 * @param {number} from scale of the value
 * @param {number} to smaller scale of the result
 */
export function round(value, from, to) {
  return divide(value, 10n ** BigInt(from - to));
}

/**
 * @param {bigint} value
 * @param {number} scale
 * @returns {string} with exactly `scale` decimals
 */
export function toText(value, scale) {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = value < 0n ? '-' : '';
  return scale ? `${sign}${whole}.${digits.slice(-scale)}` : `${sign}${whole}`;
}

/**
 * @param {bigint} value at most 15 significant digits, so that JSON shows the same digits
 * @param {number} scale
 */
export function toNumber(value, scale) {
  return Number(toText(value, scale));
}
