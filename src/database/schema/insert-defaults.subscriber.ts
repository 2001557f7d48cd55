import {
  EventSubscriber,
  type EntitySubscriberInterface,
  type InsertEvent,
  type ObjectLiteral,
} from 'typeorm';
import { ColumnTransformer } from './column-transformer';

/** Sets declared defaults on TypeORM's inserts, as `Writer` does: the database schema has none. */
@EventSubscriber()
export class InsertDefaultsSubscriber implements EntitySubscriberInterface {
  beforeInsert({ entity, metadata }: InsertEvent<ObjectLiteral>): void {
    for (const { propertyName, transformer, isNullable, relationMetadata } of metadata.columns) {
      if (entity[propertyName] !== undefined || !(transformer instanceof ColumnTransformer))
        continue;
      // The key of the related record will be written.
      if (relationMetadata && entity[relationMetadata.propertyName] != null) continue;
      if (transformer.defaultValue !== undefined)
        entity[propertyName] = structuredClone(transformer.defaultValue);
      else if (isNullable) entity[propertyName] = null;
    }
  }
}
