/** What bytes say of a picture makes no sense, or is not read here; the message completes "can't be decoded: ...". */
export class UnreadableImage extends Error {}

export const TRUNCATED_REASON = 'it is cut short';
