import type { StoreDataSource } from '../connection/data-source';
import { withMigrationClaim } from './migration-claim';

const RENEWAL_MS = 4_000;

describe('The claim of a migration', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is given up only once no renewal is under way any more', async () => {
    const asked: string[] = [];
    let renewed: () => void = () => undefined;
    const query = (sql: string): Promise<{ affectedRows: number }> => {
      const word = sql.split(' ')[0] ?? '';
      const isRenewal = word === 'UPDATE' && asked.includes(word);
      asked.push(word);
      const answer = { affectedRows: 1 };
      if (!isRenewal) return Promise.resolve(answer);
      return new Promise((resolve) => (renewed = () => resolve(answer)));
    };
    let end: () => void = () => undefined;
    const work = withMigrationClaim({ query } as unknown as StoreDataSource, () => {
      return new Promise<void>((resolve) => (end = resolve));
    });
    await jest.advanceTimersByTimeAsync(2 * RENEWAL_MS);
    expect(asked).toEqual(['CREATE', 'UPDATE', 'UPDATE']);
    end();
    await jest.advanceTimersByTimeAsync(RENEWAL_MS);
    expect(asked).toHaveLength(3);
    renewed();
    await work;
    expect(asked).toEqual(['CREATE', 'UPDATE', 'UPDATE', 'DELETE']);
  });
});
