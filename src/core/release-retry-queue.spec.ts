import { ReleaseRetryQueue } from './release-retry-queue';

describe('ReleaseRetryQueue', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const LEASE_MS = 60_000;

  it('retries releases until they succeed', async () => {
    const late = new ReleaseRetryQueue(LEASE_MS);
    const release = jest.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('away'));
    late.add(release);
    await jest.advanceTimersByTimeAsync(5000);
    expect(release).toHaveBeenCalledTimes(2);
  });

  it('retries one round after the other, even if one takes long', async () => {
    const late = new ReleaseRetryQueue(LEASE_MS);
    const release = jest.fn(
      () => new Promise<void>((_, fail) => setTimeout(() => fail(new Error('away')), 10_000)),
    );
    late.add(release);
    await jest.advanceTimersByTimeAsync(25_000);
    const ended = late.flush();
    await jest.advanceTimersByTimeAsync(100_000);
    await ended;
    expect(release).toHaveBeenCalledTimes(4);
  });

  it('retries releases that were added during a round', async () => {
    const late = new ReleaseRetryQueue(LEASE_MS);
    const second = jest.fn(() => Promise.resolve());
    late.add(() => {
      late.add(second);
      return Promise.resolve();
    });
    await jest.advanceTimersByTimeAsync(5000);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('drops releases after their leases, and tries all a last time at the end', async () => {
    const late = new ReleaseRetryQueue(LEASE_MS);
    const release = jest.fn(() => Promise.reject(new Error('away')));
    late.add(release);
    await jest.advanceTimersByTimeAsync(LEASE_MS + 1000);
    const tries = release.mock.calls.length;
    const other = jest.fn(() => Promise.resolve());
    late.add(other);
    await late.flush();
    await jest.advanceTimersByTimeAsync(5000);
    expect(other).toHaveBeenCalledTimes(1);
    expect(release).toHaveBeenCalledTimes(tries);
  });
});
