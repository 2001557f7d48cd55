import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { patchAsyncResourceBind } from './patch-async-resource-bind';

describe('AsyncResource.bind', () => {
  const original = AsyncResource.bind;
  afterEach(() => {
    AsyncResource.bind = original;
  });

  it('runs functions in the context in which they were bound, without a deprecated property', () => {
    patchAsyncResourceBind();
    const storage = new AsyncLocalStorage<string>();
    const bound = storage.run('bound', () =>
      AsyncResource.bind(function (this: unknown, ...args: number[]) {
        return [storage.getStore(), this, ...args];
      }),
    );
    expect('asyncResource' in bound).toBe(false);
    const self = { name: 'self' };
    const found = storage.run('called', () => [bound.call(self, 1, 2), storage.getStore()]);
    expect(found).toEqual([['bound', self, 1, 2], 'called']);
  });
});
