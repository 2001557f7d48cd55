import { defineCodes } from '../../../core/codes';

/** System level of administrators who may do everything (specification, User record). */
export const SUPER_ADMINISTRATOR = 3;

/** All others may do everything but what concerns keys and administrators. */
export const ADMINISTRATOR = 4;

export const systemLevelCodes = defineCodes([
  [SUPER_ADMINISTRATOR, 'super-administrator'],
  [ADMINISTRATOR, 'administrator'],
]);
