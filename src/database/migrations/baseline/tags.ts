import {
  bool,
  type SchemaChange,
  createTable,
  folded,
  id,
  int,
  longText,
  pid,
  foreignKey,
  smallInt,
  varchar,
} from '../schema';

/** Tags, their groups and their values. */
export const tags: readonly SchemaChange[] = [
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
  createTable('tags', {
    columns: {
      id: id(),
      p_id: pid(),
      active: bool(),
      comparable: bool(),
      control_type: smallInt(),
      default_value: longText(),
      filterable: bool(),
      highlight: bool(),
      in_orders: bool(),
      item_type: smallInt(),
      max_value: varchar(255),
      min_value: varchar(255),
      name_on_feed: varchar(255),
      plugin_id: int(),
      position: int(),
      priority: int(),
      required: bool(),
      searchable: bool(),
      show_in_search: bool(),
      value_for_all_languages: bool(),
    },
    uniques: [['p_id']],
    indexes: [['control_type'], ['item_type'], ['position'], ['priority']],
  }),
  createTable('tag_texts', {
    columns: {
      id: id(),
      tag_id: foreignKey('tags', 'CASCADE'),
      language_code: varchar(2),
      name: varchar(255),
      default_value: longText(),
    },
    uniques: [['tag_id', 'language_code']],
  }),
  createTable('tag_group_links', {
    columns: {
      id: id(),
      tag_id: foreignKey('tags', 'CASCADE'),
      group_id: foreignKey('tag_groups', 'CASCADE'),
      priority: int(),
    },
    uniques: [['tag_id', 'group_id']],
  }),
  createTable('tag_values', {
    columns: {
      id: id(),
      tag_id: foreignKey('tags', 'CASCADE'),
      p_id: pid(),
    },
    uniques: [['tag_id', 'p_id']],
  }),
  createTable('tag_value_texts', {
    columns: {
      id: id(),
      tag_value_id: foreignKey('tag_values', 'CASCADE'),
      language_code: varchar(2),
      value: varchar(255),
    },
    uniques: [['tag_value_id', 'language_code']],
  }),
];
