const START = 0xd8;
/** Start of a frame: baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Grey, colours, colours for print. */
const COMPONENTS = [1, 3, 4];
const FOR_PRINT = 4;

/**
 * Whether bytes are a JPEG that a PDF can hold: its segments lead to a frame of 8 bits a sample. The picture
 * itself goes into the PDF as it is.
 * @param isForScreen colours for print are refused
 */
export function isPlainJpeg(bytes: Buffer, isForScreen = false): boolean {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== START) return false;
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    if (FRAMES.includes(marker)) return isFrame(bytes.subarray(at + 4), isForScreen);
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return false;
    at += 2 + length;
  }
  return false;
}

/** @param frame from the sample precision on */
function isFrame(frame: Buffer, isForScreen: boolean): boolean {
  if (isForScreen && frame[5] === FOR_PRINT) return false;
  const size = frame.readUInt16BE(1) * frame.readUInt16BE(3);
  return frame[0] === 8 && size > 0 && COMPONENTS.includes(frame[5] as number);
}
