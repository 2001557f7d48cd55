import { defineError } from '../../../core/errors';

/** 422: no group is both default and system group (specification, Group rules). */
export const GroupHasBothRoles = defineError<{ pointer: string }>({
  code: 'userGroup.bothRoles',
  status: 422,
  title: 'The group would be default and system group',
  remedy: 'Give the group one of the two.',
  detail: () => "A group can't be the default group and the system group.",
  pointer: ({ pointer }) => pointer,
});

/** 409: the default and the system group stay. */
export const GroupHasRole = defineError({
  code: 'userGroup.hasRole',
  status: 409,
  title: 'The group is the default or the system group',
  remedy: 'Give the role to another group first.',
  detail: () => "The default group and the system group can't be deleted.",
});

/** 409: every user belongs to a group. */
export const GroupHasMembers = defineError({
  code: 'userGroup.hasMembers',
  status: 409,
  title: 'The group has members',
  remedy: 'Move the members to another group first.',
  detail: () => 'Users belong to this group: move them to another one first.',
});
