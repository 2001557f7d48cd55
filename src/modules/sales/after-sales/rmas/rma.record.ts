import { code, money, record, str } from '../../../../api';
import {
  type AdditionalItem,
  changeKeys,
  documentFields,
  documentVersion,
  own,
  type SalesDocument,
  stateCodes,
} from '../../documents';

/** The columns that a record of an additional item is written from. */
type ShownItem = Pick<AdditionalItem, 'id' | 'type' | 'name' | 'amount'>;

/** An element of ADDITIONAITEMS, as the specification spells it. */
export const additionalItemRecord = record<ShownItem>()('additionalItem', {
  AMOUNT: money('amount'),
  NAME: str('name'),
  TYPE: str('type'),
});

const rmaFields = {
  ADDITIONAITEMS: own<ShownItem, object>('additionalItems', additionalItemRecord),
  ...documentFields,
  STATUS: code<SalesDocument>('status', stateCodes.rma),
};

/** A whole RMA: what every sales document has, and what it gives back besides its lines. */
export const rmaRecord = record<SalesDocument>()('rmaDocument', rmaFields, {
  extensions: [...changeKeys, 'REFUND'],
  version: documentVersion,
});
