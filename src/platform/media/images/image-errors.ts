import { defineError } from '../../../core/errors';

/** 422: the content is not a JPEG, PNG, GIF, BMP or TIFF. */
export const NotAnImage = defineError({
  code: 'image.unknown',
  status: 422,
  title: 'The content is not an image',
  remedy: 'Send a JPEG, PNG, GIF, BMP or TIFF.',
  detail: () => 'The content is not a JPEG, PNG, GIF, BMP or TIFF.',
  pointer: () => '',
});

/** 422: the image is damaged, truncated or unsupported. */
export const ImageUndecodable = defineError<{ reason: string }>({
  code: 'image.undecodable',
  status: 422,
  title: "The image can't be decoded",
  remedy: 'Save the image again, then send it.',
  detail: ({ reason }) => `The image can't be decoded: ${reason}.`,
  pointer: () => '',
});

/** 413: the file of the image has too many bytes. */
export const ImageTooLarge = defineError<{ limit: number }>({
  code: 'image.tooLarge',
  status: 413,
  title: 'The image is too large',
  remedy: 'Send a smaller or more compressed image.',
  detail: ({ limit }) => `An image can have at most ${limit} bytes.`,
  pointer: () => '',
});

/** 413: the picture or one of its sides has too many pixels, whatever the size of its file. */
export const ImageTooManyPixels = defineError<{
  width: number;
  height: number;
  limit: number;
  /** Whether the limit applies to each side. */
  isSideLimit?: boolean;
}>({
  code: 'image.tooManyPixels',
  status: 413,
  title: 'The image has too many pixels',
  remedy: 'Send a smaller image.',
  detail: ({ width, height, limit, isSideLimit = false }) =>
    `The image has ${width} x ${height} pixels; ${isSideLimit ? 'a side' : 'it'} can have at most ${limit}.`,
  pointer: () => '',
});

/** 503: the image could not be processed in time; nothing was stored. */
export const ImageTimedOut = defineError({
  code: 'image.tooSlow',
  status: 503,
  title: 'The image took too long',
  remedy: 'Send a smaller image, or try again when the load is lower.',
  detail: () => 'The image could not be processed in time. Nothing was stored.',
});

/** 503: too many images are waiting. */
export const ImageQueueFull = defineError({
  code: 'image.busy',
  status: 503,
  title: 'Too many images are waiting',
  remedy: 'Wait for the time in `Retry-After`, then send the image again.',
  detail: () => 'The queue of images is full. Nothing was stored.',
});
