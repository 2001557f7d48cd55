import { Int } from '../../../../api';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../../documents/lists/issued-documents.dto';

export class DeliveryNoteListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromDeliveryNoteNumber!: number;

  @Int(toNumberOptions)
  toDeliveryNoteNumber!: number;
}
