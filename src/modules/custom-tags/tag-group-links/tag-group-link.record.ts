import { num, record, refTo } from '../../../api';
import type { TagGroupLink } from './tag-group-link.entity';

/** Specification, Tag record: an element of GROUPS. */
export const tagGroupLinkRecord = record<TagGroupLink>()('tagGroupLink', {
  GROUP: refTo('group'),
  PRIORITY: num('priority'),
});
