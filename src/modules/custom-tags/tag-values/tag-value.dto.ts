import {
  UpdateType,
  LanguageTextUpdateType,
  SchemaExample,
  Int,
  LanguageCode,
  LanguageTexts,
  PublicId,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../api';

export class TagValueTextDto {
  @LanguageCode()
  languageCode!: string;

  @Text({ max: 255, example: 'Green' })
  value!: string;
}

export class CreateTagValueDto {
  @PublicId({ example: 'green' })
  pId!: string;

  @LanguageTexts(() => TagValueTextDto)
  languages?: TagValueTextDto[];
}

export class UpdateTagValueTextDto extends LanguageTextUpdateType(TagValueTextDto) {
  @Text({ max: 255, optional: true, example: 'Green', description: 'May be empty' })
  override value?: string;
}

@SchemaExample({ languages: [{ languageCode: 'en', value: 'Crimson' }] })
export class UpdateTagValueDto extends UpdateType(CreateTagValueDto, [], ['languages']) {
  @LanguageTexts(() => UpdateTagValueTextDto)
  languages?: UpdateTagValueTextDto[];
}

/** A value of a tag as an import record. */
export class TagValueImportDto extends CreateTagValueDto {
  @Reference()
  tag!: ReferenceDto;
}

/** Identifies one of a tag's values. */
export class TagValueQuery {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    isExtension: true,
    description: 'Internal identifier of the value; required without valuePId',
  })
  valueId!: number;

  @Text({
    max: 255,
    default: '',
    isExtension: true,
    description: 'Public identifier of the value; required without valueId',
  })
  valuePId!: string;
}
