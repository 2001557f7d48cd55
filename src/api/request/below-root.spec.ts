import type { DomainError } from '../../core/errors';
import { type Fault, InvalidRequest } from '../../core/errors';
import { belowRoot } from './below-root';

const fault = (pointer: string): Fault => ({ pointer, code: 'some.code', detail: 'Wrong.' });

/** Where a caller is told that faults stand. */
async function told(root: string | undefined, ...pointers: string[]): Promise<string[]> {
  const refuse = (): never => {
    throw new InvalidRequest(pointers.map(fault));
  };
  const error: unknown = await belowRoot(root, refuse).catch((one: unknown) => one);
  return (error as DomainError).faults.map(({ pointer }) => pointer);
}

describe('Pointers of a handler', () => {
  it('begin at the root of the body', async () => {
    expect(await told('orders', '/rows/0/price', '/0', '')).toEqual([
      ...['/orders/rows/0/price', '/orders/0', '/orders'],
    ]);
  });

  it('stay where the body came bare, or where there is none', async () => {
    expect(await told(undefined, '/paymentDate', '')).toEqual(['/paymentDate', '']);
  });

  it('stay where they lead into another part of the request', async () => {
    const others = ['query/value', 'path/customTagId', 'header/If-Match'];
    expect(await told('customTags', ...others)).toEqual(others);
  });

  it('are put there for promises as well, and answers and other errors pass', async () => {
    const late = belowRoot('users', () => Promise.reject(new InvalidRequest([fault('/nick')])));
    await expect(late).rejects.toMatchObject({ faults: [{ pointer: '/users/nick' }] });
    await expect(belowRoot('users', () => 7)).resolves.toBe(7);
    const failure = new Error('broken');
    await expect(belowRoot('users', () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
