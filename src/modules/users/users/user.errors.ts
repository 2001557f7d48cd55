import { defineError } from '../../../core/errors';

/** 409: e-mail addresses are unique, compared without case. */
export const EmailTaken = defineError<{ email: string; id?: number }>({
  code: 'email.taken',
  status: 409,
  title: 'The e-mail address is taken',
  remedy: 'Change the stored user, or send another address.',
  detail: ({ email }) => `Another user has the e-mail address ${JSON.stringify(email)}.`,
  pointer: () => '/email',
  extensionMembers: ({ id }) => (id === undefined ? {} : { existingId: id }),
});

/** 409: login names are unique. */
export const NickTaken = defineError<{ nick: string; id?: number }>({
  code: 'nick.taken',
  status: 409,
  title: 'The login name is taken',
  remedy: 'Send another nick.',
  detail: ({ nick }) => `Another user has the nick ${JSON.stringify(nick)}.`,
  pointer: () => '/nick',
  extensionMembers: ({ id }) => (id === undefined ? {} : { existingId: id }),
});
