import {
  UpdateType,
  SchemaExample,
  Flag,
  Float,
  IdPath,
  RecordId,
  Reference,
  type ReferenceDto,
} from '../../api';

@SchemaExample({
  physicalLocation: { pId: 'leeds' },
  deliveryPoint: true,
  returnPoint: false,
  zoneRadius: 10,
})
export class CreateChannelLocationDto {
  @Reference()
  physicalLocation!: ReferenceDto;

  @Reference({ optional: true })
  headquarter?: ReferenceDto | null;

  @Flag({ default: false, description: 'Orders of the channel can be picked up there' })
  deliveryPoint!: boolean;

  @Flag({ default: false, description: 'Goods bought in the channel can be given back there' })
  returnPoint!: boolean;

  @Float({ min: 0, max: 1e9, default: 0, description: 'Kilometres around it that it serves' })
  zoneRadius!: number;
}

@SchemaExample({ returnPoint: true, zoneRadius: 25 })
export class UpdateChannelLocationDto extends UpdateType(CreateChannelLocationDto, [
  'physicalLocation',
]) {}

/** A link as a line of the intake. */
export class ChannelLocationImportDto extends CreateChannelLocationDto {
  @Reference()
  channel!: ReferenceDto;
}

/** `{id}` of a channel and `{physicalLocationId}` of a location that is linked to it. */
export class ChannelLocationPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the physical location' })
  physicalLocationId!: number;
}
