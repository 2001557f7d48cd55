/** Description of a PUT that changes only the members that were sent. */
export const partialUpdateDescription = 'Changes only the members that are sent.';

/** Description of such a PUT whose body has texts by language. */
export const partialTextsUpdateDescription =
  'Changes only the members that are sent. A `languages` array replaces the stored one: languages that it does not name ' +
  'are removed. The entry of a stored language keeps the members that are not sent.';
