import { Int } from '../../../../api';
import { fromNumber, IssuedListQuery, toNumber } from '../../documents';

export class CreditNoteListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromCreditNoteNumber!: number;

  @Int(toNumber)
  toCreditNoteNumber!: number;
}
