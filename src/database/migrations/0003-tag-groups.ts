import {
  bool,
  createTable,
  folded,
  id,
  int,
  longText,
  defineMigration,
  pid,
  foreignKey,
  smallInt,
  varchar,
} from './schema';

/** Groups of tags. */
export const TagGroups = defineMigration(3, 'TagGroups', [
  createTable('tag_groups', {
    columns: {
      id: id(),
      p_id: pid(),
      item_type: smallInt(),
      name: varchar(255),
      name_folded: folded(),
      comparable: bool(),
      position: int(),
      priority: int(),
    },
    uniques: [['p_id']],
    indexes: [['name_folded'], ['item_type'], ['position'], ['priority']],
  }),
  createTable('tag_group_texts', {
    columns: {
      id: id(),
      group_id: foreignKey('tag_groups', 'CASCADE'),
      language_code: varchar(2),
      name: varchar(255),
      description: longText(),
    },
    uniques: [['group_id', 'language_code']],
  }),
]);
