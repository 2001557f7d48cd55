/** Size in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The target of resizing: a box, or an exact size, in pixels of at least 1. */
export interface ResizeTarget extends PictureSize {
  readonly kind: 'inside' | 'exact';
}

/**
 * Returns the size of the resized picture. `inside` keeps the proportions and never enlarges; `exact` is the given size.
 * Without a target, the picture keeps its size.
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
