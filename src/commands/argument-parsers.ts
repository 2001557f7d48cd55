import { InvalidArgumentError } from 'commander';
import { scopes } from '../core/scopes';

/** Parses the id of a record. @throws InvalidArgumentError */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('An id is a whole number from 1.');
  return Number(text);
}

/** Creates a parser of whole numbers within bounds, both inclusive. It throws InvalidArgumentError. */
export function createWholeNumberParser(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** Parses a text of 1 to 255 characters. @throws InvalidArgumentError */
export function parseName(text: string): string {
  const { length } = [...text];
  if (text.trim() === '' || length > 255) {
    throw new InvalidArgumentError('It must have 1 to 255 characters.');
  }
  return text;
}

/** Parses comma-separated scopes. @throws InvalidArgumentError */
export function parseScopes(text: string): string[] {
  const names = text.split(',').map((scope) => scope.trim());
  const unknown = names.find((scope) => !scopes.some((known) => known === scope));
  if (unknown !== undefined) {
    const known = scopes.join(', ');
    throw new InvalidArgumentError(
      `The scope ${JSON.stringify(unknown)} is unknown. Scopes: ${known}.`,
    );
  }
  return names;
}
