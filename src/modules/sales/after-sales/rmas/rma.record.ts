import { codeField, moneyField, defineRecord, stringField } from '../../../../api';
import { stateCodes } from '../../documents';
import type { AdditionalItem } from '../../documents/entities/additional-item.entity';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentLevelPartsField } from '../../documents/records/document-field-builders';
import {
  documentExtensionKeys,
  documentFields,
  documentVersionSource,
} from '../../documents/records/document.record';

/** The columns that a record of an additional item is written from. */
type AdditionalItemColumns = Pick<AdditionalItem, 'id' | 'type' | 'name' | 'amount'>;

/** An element of ADDITIONAITEMS, as the specification spells it. */
export const additionalItemRecord = defineRecord<AdditionalItemColumns>()('additionalItem', {
  AMOUNT: moneyField('amount'),
  NAME: stringField('name'),
  TYPE: stringField('type'),
});

const rmaFields = {
  ADDITIONAITEMS: documentLevelPartsField<AdditionalItemColumns, object>(
    'additionalItems',
    additionalItemRecord,
  ),
  ...documentFields,
  STATUS: codeField<SalesDocument>('status', stateCodes.rma),
};

/** A whole RMA: the members of every sales document, and the refunds that it has in addition to its rows. */
export const rmaRecord = defineRecord<SalesDocument>()(
  {
    name: 'rmaDocument',
    extensions: documentExtensionKeys,
    version: documentVersionSource,
  },
  rmaFields,
);
