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
      'As the control type of the tag says; of a selector the pId of one of its values, or else the text of ' +
      "one. A selector's value is shown by its text in the language of the order",
  })
  value!: string;
}

/** The value of a tag that a document carries. */
@SchemaExample({ value: false })
export class DocumentTagValueDto extends PickAnnotatedType(DocumentTagDto, ['value']) {}

/** A tag of a line: the value in the form that the tag takes, or in short as one text. */
export class RowTagDto extends TagAssignmentDto {
  @TextOrScalar({
    optional: true,
    max: MAX_VALUE_CHARACTERS,
    example: 'engraved',
    description:
      'In place of the forms: the text, in the language of the order where there is one for each; of a ' +
      'selector the pId of one of its values, or else the text of one',
  })
  value?: string;
}
