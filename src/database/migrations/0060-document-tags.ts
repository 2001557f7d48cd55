import {
  bigInt53,
  bool,
  createTable,
  id,
  json,
  longText,
  defineMigration,
  pid,
  foreignKey,
  smallInt,
  varchar,
} from './schema';

/** Tags of sales documents, of their customers and of their lines, as they were recorded. */
export const DocumentTags = defineMigration(60, 'DocumentTags', [
  createTable('document_tags', {
    columns: {
      id: id(),
      document_id: foreignKey('documents', 'CASCADE'),
      place: smallInt(),
      row_id: bigInt53(),
      tag_id: bigInt53(),
      tag_p_id: pid(),
      group_id: bigInt53({ nullable: true }),
      group_p_id: pid({ nullable: true }),
      name: varchar(255),
      active: bool(),
      value: longText(),
      value_hash: varchar(43),
      value_id: bigInt53({ nullable: true }),
      texts: json({ nullable: true }),
    },
    uniques: [['document_id', 'place', 'row_id', 'tag_id']],
    indexes: [
      ['tag_id', 'value_hash', 'place', 'document_id'],
      ['tag_p_id', 'value_hash', 'place', 'document_id'],
    ],
  }),
]);
