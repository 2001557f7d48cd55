import { Int, Text } from '../../../../api';

/** The record that an element of a bulk request changes. */
export class RecordReferenceDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'Internal identifier; 0 for none',
  })
  id?: number;

  @Text({ max: 255, optional: true, description: 'Public identifier, if there is no id' })
  pId?: string;
}
