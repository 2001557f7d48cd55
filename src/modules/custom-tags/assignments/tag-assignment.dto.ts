import {
  Example,
  Flag,
  LanguageCode,
  Languages,
  Nested,
  Reference,
  type ReferenceDto,
  TextOrScalar,
} from '../../../api';

const LONGEST_VALUE = 65_535;

export class GeneralValueDto {
  @Flag({ default: false })
  active!: boolean;

  @TextOrScalar({ max: LONGEST_VALUE, example: 'blue' })
  value!: string;
}

export class LanguageValueDto {
  @LanguageCode()
  languageCode!: string;

  @Flag({ default: false })
  active!: boolean;

  @TextOrScalar({ max: LONGEST_VALUE, example: 'blue' })
  value!: string;
}

export class SelectableValueDto {
  @Flag()
  active!: boolean;

  @Reference({ description: 'One of the values of the tag' })
  value!: ReferenceDto;
}

/** The value of a tag: exactly one of `general`, `languages`, `selectable`, as the tag's type says. */
@Example({ general: { value: 39.5, active: true } })
export class TagValueOfDto {
  @Nested(() => GeneralValueDto, {
    optional: true,
    description: 'For tags whose value is the same in all languages',
  })
  general?: GeneralValueDto;

  @Languages(() => LanguageValueDto)
  languages?: LanguageValueDto[];

  @Nested(() => SelectableValueDto, { optional: true, description: 'For selector tags' })
  selectable?: SelectableValueDto;

  @Reference({ optional: true, description: 'The group of tags that it is shown in' })
  group?: ReferenceDto;
}

/** A tag with the value that a user or an order carries. */
@Example({ customTag: { pId: 'newsletter' }, general: { value: true, active: true } })
export class TagAssignmentDto extends TagValueOfDto {
  @Reference()
  customTag!: ReferenceDto;
}
