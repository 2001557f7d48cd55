/** `UPDATEDAT` of a record, for specs that are not about when it changed. */
export const anyTime = expect.stringMatching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
) as string;
