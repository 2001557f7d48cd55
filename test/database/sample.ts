import { type LoadPlan, createLoadPlanForType, type RecordPlan } from '../../src/core/load-plan';
import { Database, DataAccess } from '../../src/database';
import { testDatabaseUrl } from '../support/service/database';
import { sampleMigrations } from './sample.migration';

/** The sample tables in a database of their own. */
export async function openSample(): Promise<{
  dataAccess: DataAccess;
  url: string;
  close: () => Promise<void>;
}> {
  const { url, drop } = await testDatabaseUrl(sampleMigrations);
  const database = await Database.open(url, { poolSize: 12 });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { dataAccess: DataAccess.forDatabase(database), url, close };
}

/** A plan out of property names and nested plans, whose reads claim whole records. */
export function plan<E>(
  columns: readonly string[],
  relations: Record<string, LoadPlan> = {},
): RecordPlan<E> {
  return createLoadPlanForType<E>(columns as (keyof E & string)[], relations);
}
