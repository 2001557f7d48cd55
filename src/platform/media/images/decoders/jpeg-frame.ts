import { UnreadableImage } from '../codec-task';
import type { PictureSize } from '../picture';

/** Facts about the picture of a JPEG, from the segments before its first scan. */
export interface JpegFrame extends PictureSize {
  /** Bits per sample. */
  readonly precision: number;
  /** Whether its three components are red, green and blue. */
  readonly isRgb: boolean;
  /** Index of the first scan. */
  readonly scanAt: number;
}

const markers = { scan: 0xda, jfif: 0xe0, adobe: 0xee } as const;

/** Markers between those of frames that define tables. */
const tableMarkers: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/** Maximum number of markers before the first scan: a profile or metadata in 64 KiB each takes some hundreds. */
const MAX_MARKERS = 10_000;

/**
 * Reads the segments of a JPEG to its first scan. image-size would take a step for each byte of a damaged file.
 * @throws UnreadableImage, RangeError
 */
export function readJpegFrame(bytes: Buffer): JpegFrame {
  let frame: Buffer | undefined;
  let hasJfif = false;
  let transform: number | undefined;
  let at = 2;
  for (let count = 0; count < MAX_MARKERS; count++) {
    at = bytes.indexOf(0xff, at) + 1;
    if (at === 0) break;
    const code = bytes.readUInt8(at);
    if (!hasContent(code)) continue;
    const end = at + 1 + Math.max(2, bytes.readUInt16BE(at + 1));
    const content = bytes.subarray(at + 3, end);
    if (code === markers.scan && frame) {
      const names = String.fromCharCode(...[6, 9, 12].map((name) => frame?.[name] ?? 0));
      return {
        height: frame.readUInt16BE(1),
        width: frame.readUInt16BE(3),
        precision: frame.readUInt8(0),
        // Like libjpeg.
        isRgb: frame[5] === 3 && !hasJfif && (transform ?? (names === 'RGB' ? 0 : 1)) === 0,
        scanAt: at - 1,
      };
    }
    if (code >= 0xc0 && code <= 0xcf && !tableMarkers.has(code)) frame ??= content;
    else if (code === markers.jfif) hasJfif ||= content.toString('latin1', 0, 5) === 'JFIF\0';
    else if (code === markers.adobe && content.toString('latin1', 0, 5) === 'Adobe')
      transform = content[11];
    at = end;
  }
  throw new UnreadableImage('the JPEG contains no picture');
}

/** Whether a segment follows the marker. */
function hasContent(code: number): boolean {
  const isRestartOrEdge = code >= 0xd0 && code <= 0xd9;
  return code > 1 && code < 0xff && !isRestartOrEdge;
}
