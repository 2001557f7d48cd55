import { Int } from '../../../api';
import { fromNumber, IssuedListQuery, toNumber } from './issued-documents.dto';

export class CreditNoteListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromCreditNoteNumber!: number;

  @Int(toNumber)
  toCreditNoteNumber!: number;
}
