import { bool, type SchemaChange, extendTable, defineMigration } from './schema';

/** Only holders of users:admin set passwords of members; of whom others have theirs is not known any more. */
const trustMembers: SchemaChange = {
  up: async (runner) => {
    await runner.query(
      'UPDATE users SET password_trusted = CASE WHEN EXISTS ' +
        '(SELECT 1 FROM user_groups g WHERE g.id = users.group_id AND g.system_marker = 1) ' +
        'THEN 1 ELSE 0 END',
    );
  },
  down: () => Promise.resolve(),
};

/** Whether the password of a user stays when it becomes an administrator. */
export const TrustedPasswords = defineMigration(90, 'TrustedPasswords', [
  extendTable('users', { columns: { password_trusted: bool({ nullable: true }) } }),
  trustMembers,
]);
