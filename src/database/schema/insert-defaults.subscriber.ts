import {
  EventSubscriber,
  type EntitySubscriberInterface,
  type InsertEvent,
  type ObjectLiteral,
} from 'typeorm';
import { ColumnTransformer } from './column-transformer';

/** Gives what TypeORM inserts the values that its columns declare, as `Writer` does: the schema knows none. */
@EventSubscriber()
export class InsertDefaultsSubscriber implements EntitySubscriberInterface {
  beforeInsert({ entity, metadata }: InsertEvent<ObjectLiteral>): void {
    for (const { propertyName, transformer, isNullable, relationMetadata } of metadata.columns) {
      if (entity[propertyName] !== undefined || !(transformer instanceof ColumnTransformer))
        continue;
      // The record that the relation names will be written as the key.
      if (relationMetadata && entity[relationMetadata.propertyName] != null) continue;
      if (transformer.defaultValue !== undefined)
        entity[propertyName] = structuredClone(transformer.defaultValue);
      else if (isNullable) entity[propertyName] = null;
    }
  }
}
