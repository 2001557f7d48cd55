import type { ImageHeader } from './headers/image-header';
import type { Variant } from './image-codec';

/** What makes pictures. */
export type Library = 'sharp' | 'jimp';

/** What a process is asked to make. */
export interface VariantsTask {
  readonly bytes: Buffer;
  readonly header: ImageHeader;
  readonly variants: readonly Variant[];
  /** Pixels of a picture at most: a second line behind the judgement of its header. */
  readonly maxPixels: number;
  /** How long it may take. */
  readonly deadlineMs: number;
  /** What the process may hold: with more it ends. */
  readonly memoryBytes?: number;
  /** Whether `memoryBytes` is less than at other times, because the service itself holds much. */
  readonly isShort?: boolean;
}

/** Sends a variant that has been made; its place in the task. */
export type GiveVariant = (index: number, bytes: Buffer) => Promise<void>;

/** What the process answers. */
export type CodecAnswer =
  | { readonly kind: 'ready' | 'begun' | 'made' | 'late' }
  /** With its bytes. */
  | { readonly kind: 'variant'; readonly index: number }
  /** The picture can't be decoded, the library does not load here, or something is wrong in the process. */
  | { readonly kind: 'undecodable' | 'missing' | 'failed'; readonly reason: string };

/** The deadline has passed. */
export class OutOfTime extends Error {}
