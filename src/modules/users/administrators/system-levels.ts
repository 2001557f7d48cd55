import { defineCodes } from '../../../core/code-list';

/** System level of administrators with all rights (specification, User record). */
export const SUPER_ADMINISTRATOR = 3;

/** System level of administrators with all rights except on API keys and administrators. */
export const ADMINISTRATOR = 4;

export const systemLevelCodes = defineCodes([
  [SUPER_ADMINISTRATOR, 'super-administrator'],
  [ADMINISTRATOR, 'administrator'],
]);
