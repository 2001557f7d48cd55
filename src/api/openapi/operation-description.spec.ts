import type { ErrorKind } from '../../core/errors';
import type { Operation } from '../operation/operation';
import { operationDescription } from './operation-description';

const kind = (status: number, title: string): ErrorKind => ({ status, title }) as ErrorKind;

function descriptionOf(declared: object): string {
  const operation = { description: 'Moves it.', errors: [], scope: 'news:write', method: 'put' };
  return operationDescription({ ...operation, ...declared } as unknown as Operation);
}

describe('operationDescription', () => {
  it('tells what the operation says of itself, and its scope', () => {
    expect(descriptionOf({})).toBe('Moves it.\n\nNeeds the scope `news:write`.');
    expect(descriptionOf({ scope: 'public' })).toBe('Moves it.\n\nNeeds no credentials.');
  });

  it('tells its errors by their status, each once', () => {
    const errors = [
      ...[kind(422, 'A reference names no record'), kind(404, 'There is no such record')],
      ...[
        kind(409, 'RMAs hold it'),
        kind(409, 'The name is taken'),
        kind(409, 'The name is taken'),
      ],
    ];
    expect(descriptionOf({ errors }).split('\n\n')[1]).toBe(
      'Expect 404 (there is no such record), 409 (RMAs hold it; the name is taken) and 422 (a reference names no record).',
    );
    expect(descriptionOf({ errors: errors.slice(1, 2) }).split('\n\n')[1]).toBe(
      'Expect 404 (there is no such record).',
    );
  });

  it('names the scopes that a value of the path needs besides', () => {
    const areaInPath = { parameter: 'targetType', areas: { news: 'news' } };
    expect(descriptionOf({ areaInPath }).split('\n\n').at(-1)).toBe(
      'Where `targetType` is `news` it needs the scope `news:write` as well.',
    );
  });
});
