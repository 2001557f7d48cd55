/** Number of ids in one part. */
const IDS_PER_PART = 4096;
const BITS_PER_WORD = 32;

/**
 * A set of ids with one bit for each, in parts. Ids are assigned consecutively, so large sets need little memory, and
 * sets are intersected 32 ids at a time.
 */
export class IdSet {
  private readonly parts = new Map<number, Uint32Array>();

  add(id: number): void {
    const number = Math.floor(id / IDS_PER_PART);
    let part = this.parts.get(number);
    if (!part) this.parts.set(number, (part = new Uint32Array(IDS_PER_PART / BITS_PER_WORD)));
    const at = id % IDS_PER_PART;
    const word = at >>> 5;
    part[word] = (part[word] ?? 0) | (1 << (at & 31));
  }

  /** Keeps only the ids that the other set also contains. */
  intersect(other: IdSet): void {
    for (const [number, part] of this.parts) {
      const others = other.parts.get(number);
      if (others) others.forEach((word, at) => (part[at] = (part[at] ?? 0) & word));
      else this.parts.delete(number);
    }
  }

  get size(): number {
    let size = 0;
    for (const part of this.parts.values()) size += countIds(part);
    return size;
  }

  /** Returns up to `count` ids in order, after skipping `offset` ids. */
  slice(offset: number, count: number, descending: boolean): number[] {
    const sign = descending ? -1 : 1;
    const found: number[] = [];
    let toSkip = offset;
    for (const number of [...this.parts.keys()].sort((one, other) => sign * (one - other))) {
      const part = this.parts.get(number) as Uint32Array;
      const size = countIds(part);
      if (toSkip >= size) toSkip -= size;
      else {
        const ids = listIds(number, part);
        if (descending) ids.reverse();
        found.push(...ids.slice(toSkip, toSkip + count - found.length));
        toSkip = 0;
      }
      if (found.length === count) break;
    }
    return found;
  }
}

function countIds(part: Uint32Array): number {
  let size = 0;
  for (const word of part) size += countBits(word);
  return size;
}

/** Counts the set bits in parallel: per two bits, per four bits, per byte; the multiplication adds up the bytes. */
function countBits(word: number): number {
  const byTwo = word - ((word >>> 1) & 0x55555555);
  const byFour = (byTwo & 0x33333333) + ((byTwo >>> 2) & 0x33333333);
  return Math.imul((byFour + (byFour >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function listIds(number: number, part: Uint32Array): number[] {
  const ids: number[] = [];
  for (const [at, word] of part.entries()) {
    for (let bit = 0; bit < BITS_PER_WORD; bit++) {
      if (word & (1 << bit)) ids.push(number * IDS_PER_PART + at * BITS_PER_WORD + bit);
    }
  }
  return ids;
}
