import type { ReferenceDto } from '../../../api';
import { ResourceLines } from '../../intake';
import { TagLineDto } from './tag.dto';
import type { Tag } from './tag.entity';
import { tagRecord } from './tag.record';
import type { TagsService } from './tags.service';

/** The intake's lines of tags: the API's create body and what no operation sets. Groups replace the stored. */
export function tagLines(tags: TagsService): ResourceLines<TagLineDto, Tag> {
  const plan = tagRecord.plan();
  return new ResourceLines<TagLineDto, Tag>({
    type: 'tag',
    dto: TagLineDto,
    complete: ({ groups = [], languages = [], ...value }) => ({
      ...value,
      languages,
      groups: groups.map(({ group, priority }) => ({ group: withoutZero(group), priority })),
    }),
    fixed: ['controlType', 'itemType'],
    find: (values) =>
      tags.withPids(
        values.map(({ pId }) => pId),
        plan,
      ),
    create: (value) => tags.create(value, plan),
    update: (id, { controlType: _control, itemType: _item, ...value }) =>
      tags.update(id, value, plan),
  });
}

/** An id of 0 says nothing, and no stored group has it. */
function withoutZero({ id, ...named }: ReferenceDto): ReferenceDto {
  return id ? { id, ...named } : named;
}
