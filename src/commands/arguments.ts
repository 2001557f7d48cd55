import { InvalidArgumentError } from 'commander';
import { scopes } from '../core/scopes';

/** An id of a record. @throws InvalidArgumentError */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('An id is a whole number from 1.');
  return Number(text);
}

/** A whole number within the bounds, both inclusive. */
export function parseWholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** A text of 1 to 255 characters. @throws InvalidArgumentError */
export function parseName(text: string): string {
  const { length } = [...text];
  if (text.trim() === '' || length > 255) {
    throw new InvalidArgumentError('It must have 1 to 255 characters.');
  }
  return text;
}

/** Comma-separated scopes. @throws InvalidArgumentError */
export function parseScopes(text: string): string[] {
  const wanted = text.split(',').map((scope) => scope.trim());
  const unknown = wanted.find((scope) => !scopes.some((one) => one === scope));
  if (unknown !== undefined) {
    const known = scopes.join(', ');
    throw new InvalidArgumentError(`There is no scope ${JSON.stringify(unknown)}, but ${known}.`);
  }
  return wanted;
}
