import type { TransactionRunner } from '../../core/transaction-runner';
import type { HandlerParameter, Operation } from '../operation/operation';
import type { HttpExchange } from './pipeline-step';
import { UnitOfWorkStep } from './unit-of-work.step';

const run = jest.fn((work: () => Promise<unknown>) => work());
const step = new UnitOfWorkStep({ run } as unknown as TransactionRunner);

const operation = (method: string, part: HandlerParameter['requestPart'], values: object = {}) =>
  ({ method, parameters: [{ requestPart: part }], ...values }) as unknown as Operation;

describe('The unit of work of a handler', () => {
  it('is opened for those that write and read their response', () => {
    expect(step.appliesTo(operation('post', 'plan'))).toBe(true);
    expect(step.appliesTo(operation('delete', 'plan'))).toBe(true);
  });

  it('is not opened for those that only read or only write, or that open it', () => {
    expect(step.appliesTo(operation('get', 'plan'))).toBe(false);
    expect(step.appliesTo(operation('post', 'path'))).toBe(false);
    expect(step.appliesTo(operation('post', 'plan', { opensUnitOfWork: true }))).toBe(false);
  });

  it('contains the handler', async () => {
    await expect(step.intercept({} as HttpExchange, () => Promise.resolve(7))).resolves.toBe(7);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
