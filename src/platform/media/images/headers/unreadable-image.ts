/** The bytes of a picture are invalid or unsupported. The message completes "can't be decoded: ...". */
export class UnreadableImage extends Error {}

export const TRUNCATED_REASON = 'it is truncated';
