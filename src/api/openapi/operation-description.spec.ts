import type { ErrorKind } from '../../core/errors';
import type { Operation } from '../operation/operation';
import { formatOperationDescription } from './operation-description';

const kind = (status: number, title: string): ErrorKind => ({ status, title }) as ErrorKind;

function descriptionOf(declared: object): string {
  const operation = { description: 'Moves it.', errors: [], scope: 'news:write', method: 'put' };
  return formatOperationDescription({ ...operation, ...declared } as unknown as Operation);
}

describe('operationDescription', () => {
  it('contains the own description of the operation and its scope', () => {
    expect(descriptionOf({})).toBe('Moves it.\n\nNeeds the scope `news:write`.');
    expect(descriptionOf({ scope: 'public' })).toBe('Moves it.\n\nNeeds no credentials.');
  });

  it('lists its errors by status, each once', () => {
    const errors = [
      ...[
        kind(422, 'The referenced record does not exist'),
        kind(404, 'The record does not exist'),
      ],
      ...[
        kind(409, 'RMAs hold it'),
        kind(409, 'The name is taken'),
        kind(409, 'The name is taken'),
      ],
    ];
    expect(descriptionOf({ errors }).split('\n\n')[1]).toBe(
      'Errors:\n- 404: The record does not exist.\n- 409: RMAs hold it. The name is taken.\n- 422: The referenced record does not exist.',
    );
    expect(descriptionOf({ errors: errors.slice(1, 2) }).split('\n\n')[1]).toBe(
      'Errors:\n- 404: The record does not exist.',
    );
  });

  it('lists the additional scopes for values of the path', () => {
    const areaInPath = { parameter: 'targetType', areas: { news: 'news' } };
    expect(descriptionOf({ areaInPath }).split('\n\n').at(-1)).toBe(
      'With `targetType` = `news` it also needs the scope `news:write`.',
    );
  });
});
