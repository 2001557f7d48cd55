import type { DomainError } from '../../core/errors';
import { type FieldError, InvalidRequest } from '../../core/errors';
import { ErrorPointersStep } from './error-pointers.step';
import type { HttpExchange } from './pipeline-step';

/** Runs the step around a handler, for a body with this root. */
const runStep = (bodyRoot: string | undefined, handler: () => unknown): Promise<unknown> =>
  new ErrorPointersStep().intercept({ checkedRequest: { bodyRoot } } as HttpExchange, async () =>
    handler(),
  );

const fault = (pointer: string): FieldError => ({ pointer, code: 'some.code', detail: 'Wrong.' });

/** The client's pointers for the faults of a handler. */
async function completed(root: string | undefined, ...pointers: string[]): Promise<string[]> {
  const refuse = (): never => {
    throw new InvalidRequest(pointers.map(fault));
  };
  const error: unknown = await runStep(root, refuse).catch((one: unknown) => one);
  return (error as DomainError).fieldErrors.map(({ pointer }) => pointer);
}

describe('Pointers of a handler', () => {
  it('start at the root of the body', async () => {
    expect(await completed('orders', '/rows/0/price', '/0', '')).toEqual([
      ...['/orders/rows/0/price', '/orders/0', '/orders'],
    ]);
  });

  it('stay unchanged for a bare body or without a body', async () => {
    expect(await completed(undefined, '/paymentDate', '')).toEqual(['/paymentDate', '']);
  });

  it('stay unchanged if they point into another part of the request', async () => {
    const others = ['query/value', 'path/customTagId', 'header/If-Match'];
    expect(await completed('customTags', ...others)).toEqual(others);
  });

  it('are changed for promises, too, while results and other errors pass', async () => {
    const late = runStep('users', () => Promise.reject(new InvalidRequest([fault('/nick')])));
    await expect(late).rejects.toMatchObject({ fieldErrors: [{ pointer: '/users/nick' }] });
    await expect(runStep('users', () => 7)).resolves.toBe(7);
    const failure = new Error('broken');
    await expect(runStep('users', () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
