/** What every command ends with. */
export const DONE = 0;
export const WITH_PROBLEMS = 1;
export const NOT_DONE = 2;

/** What each exit code says, for the help and the documentation. */
export const exitCodes: ReadonlyMap<number, string> = new Map([
  [DONE, 'it is done'],
  [
    WITH_PROBLEMS,
    'it is done, but lines were rejected (`import`), or something is wrong (`doctor`)',
  ],
  [NOT_DONE, 'it is not done; the last line on standard error says why'],
]);
