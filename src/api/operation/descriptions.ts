/** What a PUT says of itself that leaves alone what is not sent. */
export const partialUpdateDescription = 'Changes what is sent and nothing else.';

/** The same of a PUT whose body has texts by language. */
export const partialTextsUpdateDescription =
  'Changes what is sent and nothing else; a `languages` array that is sent replaces the one that was there: languages ' +
  'that it does not name go, the entry of a language that was there keeps the members that it does not name.';
