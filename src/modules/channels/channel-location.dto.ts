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

  @Flag({
    default: false,
    description: 'Whether orders of the channel can be picked up at the location',
  })
  deliveryPoint!: boolean;

  @Flag({
    default: false,
    description: 'Whether goods bought in the channel can be returned at the location',
  })
  returnPoint!: boolean;

  @Float({
    min: 0,
    max: 1e9,
    default: 0,
    description: 'Radius of the area that the location serves, in kilometres',
  })
  zoneRadius!: number;
}

@SchemaExample({ zoneRadius: 25 })
export class UpdateChannelLocationDto extends UpdateType(CreateChannelLocationDto, [
  'physicalLocation',
]) {}

/** A link as an import record. */
export class ChannelLocationImportDto extends CreateChannelLocationDto {
  @Reference()
  channel!: ReferenceDto;
}

/** `{id}` of a channel and `{physicalLocationId}` of a location that is linked to it. */
export class ChannelLocationPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the physical location' })
  physicalLocationId!: number;
}
