/** What every command ends with. */
export const EXIT_SUCCESS = 0;
export const EXIT_WITH_PROBLEMS = 1;
export const EXIT_FAILURE = 2;

/** What each exit code says, for the help and the documentation. */
export const exitCodes: ReadonlyMap<number, string> = new Map([
  [EXIT_SUCCESS, 'it is done'],
  [
    EXIT_WITH_PROBLEMS,
    'it is done, but lines were rejected (`import`), or something is wrong (`doctor`)',
  ],
  [EXIT_FAILURE, 'it is not done; the last line on standard error says why'],
]);
