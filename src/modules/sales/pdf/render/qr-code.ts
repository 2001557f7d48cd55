import qrcode from 'qrcode-generator';

/** Chooses the smallest version that has room. */
const ANY_VERSION = 0;

/** Draws a QR code (ISO/IEC 18004) with error correction of level M, as SVG without a margin. */
export function drawQrCode(text: string): string {
  const code = qrcode(ANY_VERSION, 'M');
  code.addData(text, 'Byte');
  code.make();
  return code.createSvgTag({ cellSize: 1, margin: 0, scalable: true });
}
