import { Nested } from '../../../api';
import {
  storedCodeField,
  createColumnFields,
  type FieldMapping,
  type PartMapping,
  snapshotReferenceField,
} from '../../../platform/data-transfer/imports';
import { tagGroupPidResolver, tagPidResolver, tagValueReference } from '../../custom-tags';
import {
  DocumentTag,
  tagOwnerTypes,
  hashTagValue,
} from '../documents/entities/document-tag.entity';
import { rowField, toSnapshotColumnNames } from './document-parts';
import { assignDeletedTagIds } from './imported-row-completion';
import { tagTextsField } from './snapshot-fields';

/** The selected value of a selector, identified by its tag and pId. */
const selectedTagValueField: FieldMapping = {
  name: 'chosen',
  decorator: Nested(() => tagValueReference.dto, { optional: true }) as PropertyDecorator,
  columns: ['valueId', 'valuePId'],
  insertOnlyColumns: ['valueId'],
  serialize: ({ tagPId, valuePId }) =>
    valuePId === null ? undefined : { tag: tagPId, pId: valuePId },
  parse: (value, { ids }) => {
    if (!value) return { valueId: null, valuePId: null };
    const { resolver, toKey } = tagValueReference;
    const selectedValue = value as Parameters<typeof toKey>[0];
    return {
      valueId: ids.get(resolver, toKey(selectedValue)) ?? null,
      valuePId: selectedValue.pId,
    };
  },
};

/** Custom tags of a document, its customer and its rows. */
export const customTagPartMapping: PartMapping = {
  name: 'customTags',
  entity: DocumentTag,
  ownerProperty: 'documentId',
  keyProperties: ['place', 'rowId', 'tagPId'],
  fields: createColumnFields(DocumentTag, {
    customFields: [
      storedCodeField('place', 'place', tagOwnerTypes),
      rowField,
      snapshotReferenceField('customTag', toSnapshotColumnNames('tag'), tagPidResolver, {
        pId: '',
      }),
      snapshotReferenceField('group', toSnapshotColumnNames('group'), tagGroupPidResolver),
      selectedTagValueField,
      tagTextsField,
    ],
    omittedColumns: ['documentId', 'valueHash'],
  }),
  derivedColumns: [
    { property: 'valueHash', compute: ({ value }) => hashTagValue(value as string) },
  ],
  completeNewRows: assignDeletedTagIds,
};
