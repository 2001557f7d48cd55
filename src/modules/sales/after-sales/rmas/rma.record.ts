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

/** An element of ADDITIONAITEMS, as the specification spells it. */
export const additionalItemRecord = record<AdditionalItem>()('additionalItem', {
  AMOUNT: money('amount'),
  NAME: str('name'),
  TYPE: str('type'),
});

const rmaFields = {
  ADDITIONAITEMS: own<AdditionalItem, object>('additionalItems', additionalItemRecord),
  ...documentFields,
  STATUS: code<SalesDocument>('status', stateCodes.rma),
};

/** A whole RMA: what every sales document has, and what it gives back besides its lines. */
export const rmaRecord = record<SalesDocument>()('rmaDocument', rmaFields, {
  extensions: [...changeKeys, 'REFUND'],
  version: documentVersion,
});
