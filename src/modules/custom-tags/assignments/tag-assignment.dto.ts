import {
  UpdateType,
  LanguageTextUpdateType,
  SchemaExample,
  Flag,
  LanguageCode,
  LanguageTexts,
  Nested,
  Reference,
  type ReferenceDto,
  TextOrScalar,
} from '../../../api';

const MAX_VALUE_CHARACTERS = 65_535;

export class GeneralValueDto {
  @Flag({ default: false })
  active!: boolean;

  @TextOrScalar({ max: MAX_VALUE_CHARACTERS, example: 'blue' })
  value!: string;
}

export class LanguageValueDto {
  @LanguageCode()
  languageCode!: string;

  @Flag({ default: false })
  active!: boolean;

  @TextOrScalar({ max: MAX_VALUE_CHARACTERS, example: 'blue' })
  value!: string;
}

export class SelectableValueDto {
  @Flag()
  active!: boolean;

  @Reference({ description: 'One of the values of the tag' })
  value!: ReferenceDto;
}

const GENERAL_FORM_DESCRIPTION = 'For tags whose value is the same in all languages';
const SELECTOR_FORM_DESCRIPTION = 'For selector tags';
const GROUP_DESCRIPTION = 'The tag group in which the tag is shown';

export class UpdateGeneralValueDto extends UpdateType(GeneralValueDto) {}

export class UpdateLanguageValueDto extends LanguageTextUpdateType(LanguageValueDto) {}

export class UpdateSelectableValueDto extends UpdateType(SelectableValueDto) {}

/** A change of a tag's value, in at most one form: the one that the tag requires. */
@SchemaExample({ general: { value: 39.5 } })
export class UpdateTagAssignmentDto {
  @Nested(() => UpdateGeneralValueDto, { optional: true, description: GENERAL_FORM_DESCRIPTION })
  general?: UpdateGeneralValueDto;

  @LanguageTexts(() => UpdateLanguageValueDto)
  languages?: UpdateLanguageValueDto[];

  @Nested(() => UpdateSelectableValueDto, {
    optional: true,
    description: SELECTOR_FORM_DESCRIPTION,
  })
  selectable?: UpdateSelectableValueDto;

  @Reference({ optional: true, description: GROUP_DESCRIPTION })
  group?: ReferenceDto | null;
}

/** A tag with the value that a user or an order carries, in exactly one form: the one that the tag requires. */
@SchemaExample({ customTag: { pId: 'newsletter' }, general: { value: true, active: true } })
export class TagAssignmentDto {
  @Nested(() => GeneralValueDto, { optional: true, description: GENERAL_FORM_DESCRIPTION })
  general?: GeneralValueDto;

  @LanguageTexts(() => LanguageValueDto)
  languages?: LanguageValueDto[];

  @Nested(() => SelectableValueDto, { optional: true, description: SELECTOR_FORM_DESCRIPTION })
  selectable?: SelectableValueDto;

  @Reference({ optional: true, description: GROUP_DESCRIPTION })
  group?: ReferenceDto | null;

  @Reference()
  customTag!: ReferenceDto;
}
