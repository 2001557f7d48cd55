import { Int } from '../../../../api';
import {
  fromNumberOptions,
  IssuedListQuery,
  toNumberOptions,
} from '../../documents/lists/issued-documents.dto';

export class CreditNoteListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromCreditNoteNumber!: number;

  @Int(toNumberOptions)
  toCreditNoteNumber!: number;
}
