import { type EntityClass, DataAccess } from '../../../src/database';
import { listEntities } from '../../../src/database/connection/data-source';
import type { Service } from './service';

/** The service's tables with their entities; other specs of the process may have declared entities of their own. */
export async function serviceTables(service: Service): Promise<Map<string, EntityClass>> {
  const { database } = service.app.get(DataAccess);
  const tables = new Map<string, EntityClass>();
  for (const entity of listEntities()) {
    const { table } = database.models.get(entity);
    const isThere = await database.select(`SELECT 1 FROM ${table} LIMIT 1`).then(
      () => true,
      () => false,
    );
    if (isThere) tables.set(table, entity);
  }
  return tables;
}
