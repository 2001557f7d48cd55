import { SchemaExample, IdPath, Int, RecordId, Reference, type ReferenceDto } from '../../../api';

@SchemaExample({ group: { pId: 'care' }, priority: 2 })
export class TagGroupLinkDto {
  @Reference()
  group!: ReferenceDto;

  @Int({ example: 1, description: 'Lower is more important; may be negative' })
  priority!: number;
}

export class TagGroupLinkPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the group' })
  groupId!: number;
}
