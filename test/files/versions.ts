const PIECES = 50;

/** Content of which any piece shows the version that all other pieces must have. */
export async function* version(index: number): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < PIECES; piece++) {
    await Promise.resolve();
    yield Buffer.alloc(64 * 1024, `${index};`.padEnd(16));
  }
}

/** Whether it is one version, whole. */
export function isWhole(content: Buffer): boolean {
  const first = content.subarray(0, 16).toString();
  const whole = Buffer.alloc(PIECES * 64 * 1024, first);
  return content.equals(whole);
}
