/** Pixels across and down. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * What a picture is fitted to: a box that it may not exceed, of which one side may be open, or exactly that
 * size. Pixels, at least 1.
 */
export type Target =
  | { readonly kind: 'inside'; readonly width?: number; readonly height?: number }
  | { readonly kind: 'exact'; readonly width: number; readonly height: number };

/**
 * The size that a picture gets: inside a box with its proportions kept, and never enlarged; exactly the one
 * that is asked for; or its own.
 */
export function targetSize(picture: Size, target?: Target): Size {
  if (!target) return { width: picture.width, height: picture.height };
  if (target.kind === 'exact') return { width: target.width, height: target.height };
  const { width = Infinity, height = Infinity } = target;
  const scale = Math.min(1, width / picture.width, height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
