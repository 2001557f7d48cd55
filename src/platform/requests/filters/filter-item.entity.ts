import { Entity, Index, Unique } from 'typeorm';
import { BigInt53Column, IdColumn, PartOfRecord, SmallIntColumn } from '../../../database';
import { type FilterType, toChangeKindName } from './filter-types';

/**
 * A filter on an element: it is for one user, user group, country or zone. Elements and what filters name
 * are of many tables, so no foreign key holds them: whoever deletes one of them removes its filters, too.
 */
@Entity('filter_items')
@PartOfRecord('elementId', {
  property: 'target',
  kindOf: (target) => toChangeKindName(Number(target)),
})
@Unique(['target', 'elementId', 'itemType', 'itemId'])
@Index(['itemType', 'itemId', 'target', 'elementId'])
export class FilterItem {
  @IdColumn()
  id!: number;

  /** The number of the element's target type. */
  @SmallIntColumn()
  target!: number;

  @BigInt53Column()
  elementId!: number;

  @SmallIntColumn()
  itemType!: FilterType;

  /** The id of the user, group or zone; of a country its number in ISO 3166-1. */
  @BigInt53Column()
  itemId!: number;
}
