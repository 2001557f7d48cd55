export { CustomTagsModule } from './custom-tags.module';
export { TagAssignmentDto, UpdateTagAssignmentDto } from './assignments/tag-assignment.dto';
export {
  type AssignedTag,
  type CurrentTagValues,
  type LoadedTags,
  type StoredAssignment,
  type ResolvedTextTag,
  TagItemTypeMismatch,
  TagInactive,
  TagNotInGroup,
  TagValueFormMismatch,
} from './assignments/loaded-tags';
export { TagAssignmentResolver } from './assignments/tag-assignment-resolver';
export { findBestText } from './assignments/find-best-text';
export { listStoredForms, TagValueNotAllowed } from './assignments/tag-value-rules';
export {
  type AssignedValue,
  toCurrentValueForm,
  toValueForm,
  type LanguageValue,
  type ValueForm,
} from './assignments/value-form';
export { TagGroup } from './tag-groups/tag-group.entity';
export {
  type LoadedTagValue,
  TagValueAmbiguous,
  toDisplayText,
} from './tag-values/selector-values';
export { TagValue } from './tag-values/tag-value.entity';
export { Tag } from './tags/tag.entity';
export { itemTypeCodes } from './item-types';
export {
  tagGroupNameResolver,
  tagNameResolver,
  tagValueReference,
  tagExportSources,
} from './tag-export-sources';
