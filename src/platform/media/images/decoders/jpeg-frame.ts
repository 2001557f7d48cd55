import { ImageDecodingError } from '../codec-task';
import type { PictureSize } from '../picture';

/** Facts about the picture of a JPEG, from the segments before its first scan. */
export interface JpegFrame extends PictureSize {
  /** Bits per sample. */
  readonly precision: number;
  /** Whether its three components are red, green and blue. */
  readonly isRgb: boolean;
  /** Index of the first scan. */
  readonly scanOffset: number;
}

const jpegMarkers = { scan: 0xda, jfif: 0xe0, adobe: 0xee } as const;

/** Markers between those of frames that define tables. */
const nonFrameMarkers: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/** Maximum number of markers before the first scan. A profile or metadata in segments of 64 KiB takes some hundreds. */
const MAX_MARKERS = 10_000;

/**
 * Reads the segments of a JPEG to its first scan. image-size would take a step for each byte of a damaged file.
 * @throws ImageDecodingError, RangeError
 */
export function readJpegFrame(bytes: Buffer): JpegFrame {
  let frame: Buffer | undefined;
  let hasJfif = false;
  let adobeTransform: number | undefined;
  let offset = 2;
  for (let count = 0; count < MAX_MARKERS; count++) {
    offset = bytes.indexOf(0xff, offset) + 1;
    if (offset === 0) break;
    const marker = bytes.readUInt8(offset);
    if (!hasSegment(marker)) continue;
    const end = offset + 1 + Math.max(2, bytes.readUInt16BE(offset + 1));
    const segmentData = bytes.subarray(offset + 3, end);
    if (marker === jpegMarkers.scan && frame) {
      const componentIds = String.fromCharCode(
        ...[6, 9, 12].map((idOffset) => frame?.[idOffset] ?? 0),
      );
      return {
        height: frame.readUInt16BE(1),
        width: frame.readUInt16BE(3),
        precision: frame.readUInt8(0),
        // Like libjpeg.
        isRgb:
          frame[5] === 3 && !hasJfif && (adobeTransform ?? (componentIds === 'RGB' ? 0 : 1)) === 0,
        scanOffset: offset - 1,
      };
    }
    if (marker >= 0xc0 && marker <= 0xcf && !nonFrameMarkers.has(marker)) frame ??= segmentData;
    else if (marker === jpegMarkers.jfif)
      hasJfif ||= segmentData.toString('latin1', 0, 5) === 'JFIF\0';
    else if (marker === jpegMarkers.adobe && segmentData.toString('latin1', 0, 5) === 'Adobe')
      adobeTransform = segmentData[11];
    offset = end;
  }
  throw new ImageDecodingError('the JPEG contains no picture');
}

/** Whether a segment follows the marker. */
function hasSegment(marker: number): boolean {
  const isRestartOrEdge = marker >= 0xd0 && marker <= 0xd9;
  return marker > 1 && marker < 0xff && !isRestartOrEdge;
}
