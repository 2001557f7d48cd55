import { defineError } from '../../../core/errors';

/** 422: the content is none of JPEG, PNG, GIF, BMP and TIFF. */
export const NotAnImage = defineError({
  code: 'image.unknown',
  status: 422,
  title: 'The content is no image',
  remedy: 'Send a JPEG, PNG, GIF, BMP or TIFF.',
  detail: () => 'The content is none of JPEG, PNG, GIF, BMP and TIFF.',
  pointer: () => '',
});

/** 422: an image that is damaged or cut short, or of a kind that is not read. */
export const ImageUndecodable = defineError<{ reason: string }>({
  code: 'image.undecodable',
  status: 422,
  title: "The image can't be decoded",
  remedy: 'Save the image anew, then send it.',
  detail: ({ reason }) => `The image can't be decoded: ${reason}.`,
  pointer: () => '',
});

/** 413: the file of the image has too many bytes. */
export const ImageTooLarge = defineError<{ limit: number }>({
  code: 'image.tooLarge',
  status: 413,
  title: 'The image is too large',
  remedy: 'Send a smaller or more compressed image.',
  detail: ({ limit }) => `An image may have at most ${limit} bytes.`,
  pointer: () => '',
});

/** 413: the picture has too many pixels, or a side has, whatever its file weighs. */
export const ImageTooManyPixels = defineError<{
  width: number;
  height: number;
  limit: number;
  /** Whether the limit is that of each side. */
  isOfSide?: boolean;
}>({
  code: 'image.tooManyPixels',
  status: 413,
  title: 'The image has too many pixels',
  remedy: 'Send a smaller image.',
  detail: ({ width, height, limit, isOfSide = false }) =>
    `The image has ${width} x ${height} pixels; ${isOfSide ? 'a side' : 'it'} may have at most ${limit}.`,
  pointer: () => '',
});

/** 503: the image was not done by its deadline; nothing was stored. */
export const ImageTimedOut = defineError({
  code: 'image.tooSlow',
  status: 503,
  title: 'The image took too long',
  remedy: 'Send a smaller image, or try when there is less work.',
  detail: () => 'The image was not done in time. Nothing was stored; a smaller one may be.',
});

/** 503: too many images are waiting. */
export const ImageQueueFull = defineError({
  code: 'image.busy',
  status: 503,
  title: 'Too many images are waiting',
  remedy: 'Wait as `Retry-After` says, then send it again.',
  detail: () => 'Too many images are waiting for their turn. Nothing was stored; try again.',
});
