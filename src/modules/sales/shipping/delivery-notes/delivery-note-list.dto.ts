import { Int } from '../../../../api';
import { fromNumber, IssuedListQuery, toNumber } from '../../documents';

export class DeliveryNoteListQuery extends IssuedListQuery {
  @Int(fromNumber)
  fromDeliveryNoteNumber!: number;

  @Int(toNumber)
  toDeliveryNoteNumber!: number;
}
