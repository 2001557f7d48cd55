/** The exit codes of all commands. */
export const EXIT_SUCCESS = 0;
export const EXIT_WITH_PROBLEMS = 1;
export const EXIT_FAILURE = 2;

/** Meanings of the exit codes, for the help and the documentation. */
export const exitCodeMeanings: ReadonlyMap<number, string> = new Map([
  [EXIT_SUCCESS, 'success'],
  [
    EXIT_WITH_PROBLEMS,
    'success, but records were rejected (`import`) or problems were found (`doctor`)',
  ],
  [EXIT_FAILURE, 'failure; the last line on standard error has the reason'],
]);
