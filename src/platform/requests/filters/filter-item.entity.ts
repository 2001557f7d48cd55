import { Entity, Index, Unique } from 'typeorm';
import { BigInt53Column, IdColumn, PartOfRecord, SmallIntColumn } from '../../../database';
import { type FilterType, toTargetJournalKindName } from './filter-types';

/**
 * A filter that restricts an element to a user, user group, country or zone. Elements and subjects are in many tables,
 * so there is no foreign key: deleting one of them must also remove its filters.
 */
@Entity('filter_items')
@PartOfRecord('elementId', {
  discriminator: {
    property: 'target',
    toKindName: (target) => toTargetJournalKindName(Number(target)),
  },
  field: 'filterItems',
})
@Unique(['target', 'elementId', 'itemType', 'itemId'])
@Index(['itemType', 'itemId', 'target', 'elementId'])
export class FilterItem {
  @IdColumn()
  id!: number;

  /** Number of the element's target type. */
  @SmallIntColumn()
  target!: number;

  @BigInt53Column()
  elementId!: number;

  @SmallIntColumn()
  itemType!: FilterType;

  /** Id of the user, group or zone, or the ISO 3166-1 number of the country. */
  @BigInt53Column()
  itemId!: number;
}
