import { type LoadPlan, planFor, type RecordPlan } from '../../src/core/load-plan';
import { Database, Stores } from '../../src/database';
import { testDatabaseUrl } from '../support/service/database';
import { sampleMigrations } from './sample.migration';

/** The sample tables in a database of their own. */
export async function openSample(): Promise<{
  stores: Stores;
  url: string;
  close: () => Promise<void>;
}> {
  const { url, drop } = await testDatabaseUrl(sampleMigrations);
  const database = await Database.open(url, { poolSize: 12 });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { stores: Stores.forDatabase(database), url, close };
}

/** A plan out of property names and nested plans, whose reads claim whole records. */
export function plan<E>(
  columns: readonly string[],
  relations: Record<string, LoadPlan> = {},
): RecordPlan<E> {
  return planFor<E>(columns as (keyof E & string)[], relations);
}
