/** Description of a PUT that changes only the members that were sent. */
export const partialUpdateDescription = 'Changes only the members that are sent.';

/** Description of such a PUT whose body has texts by language. */
export const partialTextsUpdateDescription =
  'Changes only the members that are sent; `languages` are merged by `languageCode`, and `remove` deletes one.';
