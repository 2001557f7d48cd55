import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import { BoolColumn, DoubleColumn, IdColumn, PartOfRecord, ForeignKeyColumn } from '../../database';
import { Channel, Headquarter } from '../../platform/catalog';
import { PhysicalLocation } from '../locations';

/**
 * The link of a physical location to a channel that it serves (specification, Channel-physical-location link record).
 */
@Entity('channel_locations')
@PartOfRecord('channelId', { field: 'physicalLocations' })
@Unique(['channelId', 'locationId'])
@Index(['headquarterId'])
@Index(['locationId'])
export class ChannelLocation {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => Channel, { onDelete: 'CASCADE' })
  channelId!: number;

  @ForeignKeyColumn(() => PhysicalLocation, { onDelete: 'CASCADE' })
  locationId!: number;

  @ManyToOne(() => PhysicalLocation)
  location!: Relation<PhysicalLocation>;

  /** The headquarter that is responsible for the location in this channel. */
  @ForeignKeyColumn(() => Headquarter, { onDelete: 'RESTRICT', nullable: true })
  headquarterId!: number | null;

  @ManyToOne(() => Headquarter)
  headquarter!: Relation<Headquarter> | null;

  /** Whether orders of the channel can be picked up at the location. */
  @BoolColumn()
  deliveryPoint!: boolean;

  /** Whether goods bought in the channel can be returned at the location. */
  @BoolColumn()
  returnPoint!: boolean;

  /** Radius of the area that the location serves, in kilometres. */
  @DoubleColumn()
  zoneRadius!: number;
}
