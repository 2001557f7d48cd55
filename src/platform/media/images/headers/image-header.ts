/** What an image is by its content. */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff';

/** How a picture has to be turned to stand upright: the values of EXIF's tag 274. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** How the pixels of a BMP are stored. */
export interface BmpLayout {
  /** Where the pixels begin. */
  readonly offset: number;
  readonly isTopDown: boolean;
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  readonly isRunLength: boolean;
  /** Colours as BGR, each in `entryBytes`; empty: the pixels are no indexes. */
  readonly palette: { readonly at: number; readonly size: number; readonly entryBytes: 3 | 4 };
  /** Bits of a pixel that hold red, green, blue and alpha; of 16 and 32 bits only. */
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
}

/** Values of the tags that say how a TIFF's picture is stored, with the defaults of the specification. */
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
  /** Meaning of the samples beyond the colours (tag 338); 1: premultiplied alpha, 2: alpha. */
  readonly extraSample: number;
  /** 1: whole numbers. */
  readonly sampleFormat: number;
  readonly colorMap: readonly number[];
  /** The picture's pieces: tiles, or strips as wide as the picture. */
  readonly segments: {
    readonly areTiles: boolean;
    readonly width: number;
    readonly height: number;
    readonly offsets: readonly number[];
    readonly lengths: readonly number[];
  };
}

/** What an image's first bytes say of it; nothing has been decoded for it. */
export interface ImageHeader {
  readonly type: ImageType;
  /** Pixels, as they are stored: before the orientation is applied. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Bytes that a decoder has to hold of the picture at once, besides the file; 0: it goes row by row. */
  readonly held: number;
  /** Bytes that hold the first picture; what follows (further frames, trailing data) is not looked at. */
  readonly end: number;
  /** JPEG: its three components are red, green and blue. */
  readonly isRgb?: boolean;
  readonly bmp?: BmpLayout;
  readonly tiff?: TiffLayout;
}
