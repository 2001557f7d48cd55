import { bool, createTable, id, longText, defineMigration, foreignKey, varchar } from './schema';

/** Tags that users carry. */
export const UserTags = defineMigration(43, 'UserTags', [
  createTable('user_tags', {
    columns: {
      id: id(),
      user_id: foreignKey('users', 'CASCADE'),
      tag_id: foreignKey('tags', 'CASCADE'),
      group_id: foreignKey('tag_groups', 'SET NULL', { nullable: true }),
      active: bool(),
      value: longText(),
      chosen_id: foreignKey('tag_values', 'CASCADE', { nullable: true }),
    },
    uniques: [['user_id', 'tag_id']],
  }),
  createTable('user_tag_texts', {
    columns: {
      id: id(),
      assignment_id: foreignKey('user_tags', 'CASCADE'),
      language_code: varchar(2),
      active: bool(),
      value: longText(),
    },
    uniques: [['assignment_id', 'language_code']],
  }),
]);
