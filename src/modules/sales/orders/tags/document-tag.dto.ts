import {
  SchemaExample,
  PickAnnotatedType,
  Reference,
  type ReferenceDto,
  TextOrScalar,
} from '../../../../api';
import { TagAssignmentDto } from '../../../custom-tags';

const MAX_VALUE_CHARACTERS = 65_535;

/** A tag of a document or of its customer, with its value (specification, POST customTags). */
@SchemaExample({ customTag: { pId: 'packing' }, value: 'box' })
export class DocumentTagDto {
  @Reference()
  customTag!: ReferenceDto;

  @TextOrScalar({
    max: MAX_VALUE_CHARACTERS,
    example: 'gift',
    description:
      'Value in the form of the control type. For a selector, the pId or the text of one of its values; responses ' +
      'have its text in the language of the order',
  })
  value!: string;
}

/** The new value of a document's tag. */
@SchemaExample({ value: false })
export class DocumentTagValueDto extends PickAnnotatedType(DocumentTagDto, ['value']) {}

/** A tag of a row, with its value in the long form or as a single text. */
export class RowTagDto extends TagAssignmentDto {
  @TextOrScalar({
    optional: true,
    max: MAX_VALUE_CHARACTERS,
    example: 'engraved',
    description:
      'Short form: the text, in the language of the order if the tag has one for each language. For a selector, the ' +
      'pId or the text of one of its values',
  })
  value?: string;
}
