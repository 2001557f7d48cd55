import { MessageChannel } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';

/** The same bytes as a Buffer; nothing is copied. */
export function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Smaller bytes may share their memory with others, and matter little. */
const LARGE_BYTES = 1024 * 1024;

/**
 * Frees the memory of large bytes now, and not when garbage is collected, for which a process with nothing to do may
 * take long. They can't be used any more.
 * @param bytes share their memory with nobody if they are large
 */
export function releaseBytes({ buffer }: Uint8Array): void {
  if (buffer.byteLength < LARGE_BYTES) return;
  const { port1 } = new MessageChannel();
  // What is sent to nobody is gone.
  port1.close();
  port1.postMessage(undefined, [buffer as ArrayBuffer]);
}

/** A thread's answer, whose bytes are given away with all that they share memory with, not copied. */
export function withTransfer(value: object, bytes: readonly Uint8Array[]): unknown {
  return move({
    [transferableSymbol]: [...new Set(bytes.map(({ buffer }) => buffer))],
    [valueSymbol]: value,
  });
}
