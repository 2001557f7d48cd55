export { CustomTagsModule } from './custom-tags.module';
export { TagAssignmentDto, UpdateTagAssignmentDto } from './assignments/tag-assignment.dto';
export {
  type AssignedTag,
  type CurrentTagValues,
  type TagLookup,
  type TagAssignmentColumns,
  type ResolvedTextTag,
  TagItemTypeMismatch,
  TagInactive,
  TagNotInGroup,
  TagValueFormMismatch,
} from './assignments/tag-lookup';
export { TagAssignmentResolver } from './assignments/tag-assignment-resolver';
export { findPreferredText } from './assignments/find-preferred-text';
export { listEquivalentStoredValues, TagValueNotAllowed } from './assignments/tag-value-rules';
export {
  type AssignedTagValue,
  convertToTagValueForm,
  getValueForm,
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
  tagGroupPidResolver,
  tagPidResolver,
  tagValueReference,
  tagExportSources,
} from './tag-export-sources';
