import { defineError } from '../../../core/errors';

/** 422: a group can't be both the default and the system group (specification, Group rules). */
export const UserGroupHasBothRoles = defineError<{ pointer: string }>({
  code: 'userGroup.bothRoles',
  status: 422,
  title: "The group can't be both the default and the system group",
  remedy: 'Choose one of the two roles.',
  detail: () => "defaultGroup and systemGroup can't both be true.",
});

/** 409: the default and the system group can't be deleted. */
export const UserGroupHasRole = defineError({
  code: 'userGroup.hasRole',
  status: 409,
  title: 'The group is the default or the system group',
  remedy: 'Give the role to another group first.',
  detail: () => "The default group and the system group can't be deleted.",
});

/** 409: every user belongs to a group, so a group with members can't be deleted. */
export const UserGroupHasMembers = defineError({
  code: 'userGroup.hasMembers',
  status: 409,
  title: 'The group has members',
  remedy: 'Move the members to another group first.',
  detail: () => 'Users still belong to this group.',
});
