import { numberField, defineRecord, relationReferenceField } from '../../../api';
import type { TagGroupLink } from './tag-group-link.entity';

/** An element of GROUPS (specification, Tag record). */
export const tagGroupLinkRecord = defineRecord<TagGroupLink>()('tagGroupLink', {
  GROUP: relationReferenceField('group'),
  PRIORITY: numberField('priority'),
});
