import { numberField, defineRecord, relationReferenceField } from '../../../api';
import type { TagGroupLink } from './tag-group-link.entity';

/** Specification, Tag record: an element of GROUPS. */
export const tagGroupLinkRecord = defineRecord<TagGroupLink>()('tagGroupLink', {
  GROUP: relationReferenceField('group'),
  PRIORITY: numberField('priority'),
});
