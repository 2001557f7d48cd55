import { bool, createTable, id, longText, migration, ref, varchar } from './schema';

/** Tags that users carry. */
export const UserTags = migration(43, 'UserTags', [
  createTable('user_tags', {
    columns: {
      id: id(),
      user_id: ref('users', 'CASCADE'),
      tag_id: ref('tags', 'CASCADE'),
      group_id: ref('tag_groups', 'SET NULL', { nullable: true }),
      active: bool(),
      value: longText(),
      chosen_id: ref('tag_values', 'CASCADE', { nullable: true }),
    },
    uniques: [['user_id', 'tag_id']],
  }),
  createTable('user_tag_texts', {
    columns: {
      id: id(),
      assignment_id: ref('user_tags', 'CASCADE'),
      language_code: varchar(2),
      active: bool(),
      value: longText(),
    },
    uniques: [['assignment_id', 'language_code']],
  }),
]);
