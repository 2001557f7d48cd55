import { move, transferableSymbol, valueSymbol } from 'piscina';

/** Bytes that own their buffer, so that it can be given to another thread. */
export interface OwnedBytes extends Uint8Array {
  readonly buffer: ArrayBuffer;
}

/** The bytes as the owner of their buffer; copied only where they are a part of a larger one. */
export function owned(bytes: Uint8Array): OwnedBytes {
  return (bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)) as OwnedBytes;
}

/** The same bytes as a Buffer; nothing is copied. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A thread's answer, of which some bytes are given away, not copied. */
export function giving(value: object, bytes: readonly OwnedBytes[]): unknown {
  return move({
    [transferableSymbol]: bytes.map(({ buffer }) => buffer),
    [valueSymbol]: value,
  });
}
