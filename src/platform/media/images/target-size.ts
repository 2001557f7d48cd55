/** Pixels across and down. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What a picture is fitted to: a box that it may not exceed, or exactly that size. Pixels, at least 1. */
export interface ResizeTarget extends PictureSize {
  readonly kind: 'inside' | 'exact';
}

/**
 * The size that a picture gets: inside a box with its proportions kept, and never enlarged; exactly the one
 * that is asked for; or its own.
 */
export function toTargetSize(picture: PictureSize, target?: ResizeTarget): PictureSize {
  if (!target) return { width: picture.width, height: picture.height };
  const { kind, width, height } = target;
  if (kind === 'exact') return { width, height };
  const scale = Math.min(1, width / picture.width, height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
