import { MessageChannel } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';

/** Returns the same bytes as a Buffer without copying them. */
export function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Smaller buffers may share their memory with others, and matter little. */
const MIN_RELEASED_BYTES = 1024 * 1024;

/**
 * Frees the memory of a large buffer immediately: an idle process may take long to collect it as garbage. The buffer
 * can't be used any more.
 * @param bytes if they have 1 MiB or more, no other buffer may share their memory
 */
export function releaseBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer.byteLength < MIN_RELEASED_BYTES) return;
  const { port1 } = new MessageChannel();
  // A buffer that is transferred to a closed port is freed.
  port1.close();
  port1.postMessage(undefined, [buffer as ArrayBuffer]);
}

/** Marks a thread's result, so that the memory of its bytes is transferred instead of copied. */
export function markForTransfer(value: object, bytes: readonly Uint8Array[]): unknown {
  return move({
    [transferableSymbol]: [...new Set(bytes.map(({ buffer }) => buffer))],
    [valueSymbol]: value,
  });
}
