/** The type of an image, by its content. */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff';

/** The transformation that makes a picture upright: the values of EXIF tag 274. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The storage of a BMP's pixels. */
export interface BmpLayout {
  /** Index of the first pixel. */
  readonly offset: number;
  readonly isTopDown: boolean;
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  readonly isRunLength: boolean;
  /** Colors as BGR, each in `entryBytes`; empty if the pixels are not palette indexes. */
  readonly palette: { readonly at: number; readonly size: number; readonly entryBytes: 3 | 4 };
  /** Bits of a pixel that contain red, green, blue and alpha; only with 16 or 32 bits. */
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
}

/** The tags that describe how a TIFF's picture is stored, with the defaults of the specification. */
export interface TiffLayout {
  readonly isLittleEndian: boolean;
  readonly bits: number;
  readonly samples: number;
  readonly compression: number;
  readonly photometric: number;
  readonly isPlanar: boolean;
  readonly predictor: number;
  /** Whether the low bit of a byte comes first. */
  readonly isReversed: boolean;
  /** Meaning of the samples after the colors (tag 338). 1: premultiplied alpha, 2: alpha. */
  readonly extraSample: number;
  /** 1: integers. */
  readonly sampleFormat: number;
  readonly colorMap: readonly number[];
  /** The segments of the picture: tiles, or strips as wide as the picture. */
  readonly segments: {
    readonly areTiles: boolean;
    readonly width: number;
    readonly height: number;
    readonly offsets: readonly number[];
    readonly lengths: readonly number[];
  };
}

/** The header of an image, read without decoding it. */
export interface ImageHeader {
  readonly type: ImageType;
  /** Size in pixels as stored, before the orientation is applied. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Bytes that a decoder has to hold of the picture at once, in addition to the file; 0 if it decodes row by row. */
  readonly held: number;
  /** Number of bytes up to the end of the first picture. Further frames and trailing data are ignored. */
  readonly end: number;
  /** For a JPEG: whether its three components are red, green and blue. */
  readonly isRgb?: boolean;
  readonly bmp?: BmpLayout;
  readonly tiff?: TiffLayout;
}
