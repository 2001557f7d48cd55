import {
  Int,
  LanguageCode,
  LanguageTexts,
  OneOf,
  PublicId,
  Reference,
  type ReferenceDto,
  Name,
  Text,
} from '../../../../api';
import { statesText } from '../../documents';
import { type StatefulRecordKind, statefulRecordKinds } from '../stateful-record-kinds';

export class SubStatusTextDto {
  @LanguageCode()
  languageCode!: string;

  @Name({ max: 255, default: '' })
  name!: string;

  @Name({ max: 255, default: '' })
  publicName!: string;

  @Text({ max: 65_535, default: '' })
  description!: string;
}

export class SubStatusImportDto {
  @PublicId()
  pId!: string;

  @OneOf(statefulRecordKinds, { description: 'Kind of record that has the state' })
  document!: StatefulRecordKind;

  @Int({ description: `The state that it belongs to. ${statesText}` })
  status!: number;

  @Name({ max: 255 })
  name!: string;

  @Name({ max: 255, default: '' })
  publicName!: string;

  @Text({ max: 65_535, default: '' })
  description!: string;

  @Reference({ optional: true, description: 'The parent sub-status' })
  parent?: ReferenceDto | null;

  @LanguageTexts(() => SubStatusTextDto)
  languages?: SubStatusTextDto[];
}
