import { Entity, Index, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import { BoolColumn, DoubleColumn, IdColumn, PartOfRecord, RefColumn } from '../../database';
import { Channel, Headquarter } from '../../platform/catalog';
import { PhysicalLocation } from '../locations';

/** That a physical location serves a channel, and how (specification, Channel-physical-location link record). */
@Entity('channel_locations')
@PartOfRecord('channelId')
@Unique(['channelId', 'locationId'])
@Index(['headquarterId'])
@Index(['locationId'])
export class ChannelLocation {
  @IdColumn()
  id!: number;

  @RefColumn(() => Channel, { onDelete: 'CASCADE' })
  channelId!: number;

  @RefColumn(() => PhysicalLocation, { onDelete: 'CASCADE' })
  locationId!: number;

  @ManyToOne(() => PhysicalLocation)
  @JoinColumn({ name: 'location_id' })
  location!: Relation<PhysicalLocation>;

  /** The office that answers for the location in this channel. */
  @RefColumn(() => Headquarter, { onDelete: 'RESTRICT', nullable: true })
  headquarterId!: number | null;

  @ManyToOne(() => Headquarter)
  @JoinColumn({ name: 'headquarter_id' })
  headquarter!: Relation<Headquarter> | null;

  /** Whether orders of the channel can be picked up there. */
  @BoolColumn()
  deliveryPoint!: boolean;

  /** Whether goods bought in the channel can be given back there. */
  @BoolColumn()
  returnPoint!: boolean;

  /** Kilometres around the location that it serves. */
  @DoubleColumn()
  zoneRadius!: number;
}
