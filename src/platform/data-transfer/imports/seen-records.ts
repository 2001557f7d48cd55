import { hash } from 'node:crypto';
import type { ImportRecord } from './import-record-type';

/** A record that an import has stored. */
export interface SeenRecord {
  /** Number of its line. */
  readonly line: number;
  /** First bytes of its fingerprint: enough to compare two records with the same key. */
  readonly fingerprintPrefix: number;
}

/** The table is split into segments that grow one by one, so that growing needs little memory. */
const SEGMENT_COUNT = 64;
const INITIAL_SLOTS = 256;
/** Slots of a segment: all segments, including a copy while one grows, take less than 64 MiB. */
const MAX_SLOTS = 63_000;
/** Words of a slot: two for the key's hash, one for the fingerprint prefix, one for the line. */
const WORDS_PER_SLOT = 4;
const MAX_LOAD_FACTOR = 0.9;

interface Segment {
  slotCount: number;
  usedSlotCount: number;
  words: Uint32Array;
}

/**
 * The records that an import has stored so far, by hashes of their keys: 16 bytes each, up to 3.6 million records. With
 * so many keys, two have the same hash once in two million imports.
 */
export class SeenRecords {
  private segments: Segment[] = [];
  private hasRoom = true;

  /** @param maxSlots maximum number of slots in each of the 64 segments */
  constructor(private readonly maxSlots = MAX_SLOTS) {}

  /** Whether all records are known; if there were too many, all are discarded. */
  get isComplete(): boolean {
    return this.hasRoom;
  }

  /** Memory of the table, in bytes. */
  get bytes(): number {
    return this.segments.reduce((sum, { words }) => sum + words.byteLength, 0);
  }

  /** Returns the last record of a key. */
  find(key: string): SeenRecord | undefined {
    if (!this.hasRoom) return undefined;
    const [segment, one, other] = this.locate(key);
    return readSlot(segment, findSlotOffset(segment, one, other));
  }

  /** Sets the last record of a key. @returns the one before */
  set(key: string, { line, fingerprintPrefix }: SeenRecord): SeenRecord | undefined {
    if (!this.hasRoom) return undefined;
    const [segment, one, other] = this.locate(key);
    const at = findSlotOffset(segment, one, other);
    const earlier = readSlot(segment, at);
    segment.words.set([one, other, fingerprintPrefix, line], at);
    if (!earlier) this.addToSegment(segment);
    return earlier;
  }

  private addToSegment(segment: Segment): void {
    segment.usedSlotCount += 1;
    if (segment.usedSlotCount <= segment.slotCount * MAX_LOAD_FACTOR) return;
    if (segment.slotCount < this.maxSlots)
      growSegment(segment, Math.min(2 * segment.slotCount, this.maxSlots));
    else this.discardAll();
  }

  private discardAll(): void {
    this.hasRoom = false;
    this.segments = [];
  }

  private locate(key: string): [segment: Segment, one: number, other: number] {
    const digest = hash('sha256', key, 'buffer');
    const segment = (this.segments[digest.readUInt8(8) % SEGMENT_COUNT] ??= createSegment(
      Math.min(INITIAL_SLOTS, this.maxSlots),
    ));
    return [segment, digest.readUInt32LE(0), digest.readUInt32LE(4)];
  }
}

/** Returns the first bytes of a record's fingerprint (base64url) as a number. */
export function toFingerprintPrefix({ getFingerprints }: ImportRecord<object>): number {
  return Buffer.from(getFingerprints().normalized.slice(0, 8), 'base64url').readUInt32LE(0);
}

function createSegment(slotCount: number): Segment {
  return { slotCount, usedSlotCount: 0, words: new Uint32Array(slotCount * WORDS_PER_SLOT) };
}

/** Returns the position of a key, or of the free slot where it belongs. */
function findSlotOffset({ slotCount, words }: Segment, one: number, other: number): number {
  for (let slot = one % slotCount; ; slot = (slot + 1) % slotCount) {
    const at = slot * WORDS_PER_SLOT;
    if (words[at + 3] === 0 || (words[at] === one && words[at + 1] === other)) return at;
  }
}

/** Returns the record in a slot; undefined if it is free. */
function readSlot({ words }: Segment, at: number): SeenRecord | undefined {
  const line = words[at + 3] as number;
  return line === 0 ? undefined : { line, fingerprintPrefix: words[at + 2] as number };
}

function growSegment(segment: Segment, slots: number): void {
  const larger = createSegment(slots);
  for (let from = 0; from < segment.words.length; from += WORDS_PER_SLOT) {
    const entry = segment.words.subarray(from, from + WORDS_PER_SLOT);
    const [one, other, , line] = entry as unknown as [number, number, number, number];
    if (line !== 0) larger.words.set(entry, findSlotOffset(larger, one, other));
  }
  segment.slotCount = slots;
  segment.words = larger.words;
}
