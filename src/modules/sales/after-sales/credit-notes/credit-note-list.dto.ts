import { Int } from '../../../../api';
import { fromNumberOptions, IssuedListQuery, toNumberOptions } from '../../documents';

export class CreditNoteListQuery extends IssuedListQuery {
  @Int(fromNumberOptions)
  fromCreditNoteNumber!: number;

  @Int(toNumberOptions)
  toCreditNoteNumber!: number;
}
