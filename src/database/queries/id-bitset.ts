/** Number of ids in one block. */
const IDS_PER_BLOCK = 4096;
const BITS_PER_WORD = 32;

/**
 * A set of ids with one bit for each, in blocks. Ids are assigned consecutively, so large sets need little memory, and
 * sets are intersected 32 ids at a time.
 */
export class IdBitset {
  private readonly blocks = new Map<number, Uint32Array>();

  add(id: number): void {
    const blockNumber = Math.floor(id / IDS_PER_BLOCK);
    let part = this.blocks.get(blockNumber);
    if (!part)
      this.blocks.set(blockNumber, (part = new Uint32Array(IDS_PER_BLOCK / BITS_PER_WORD)));
    const bitIndex = id % IDS_PER_BLOCK;
    const word = bitIndex >>> 5;
    part[word] = (part[word] ?? 0) | (1 << (bitIndex & 31));
  }

  /** Keeps only the ids that the other set also contains. */
  intersect(other: IdBitset): void {
    for (const [blockNumber, part] of this.blocks) {
      const otherBlock = other.blocks.get(blockNumber);
      if (otherBlock) otherBlock.forEach((word, at) => (part[at] = (part[at] ?? 0) & word));
      else this.blocks.delete(blockNumber);
    }
  }

  get size(): number {
    let size = 0;
    for (const part of this.blocks.values()) size += countIds(part);
    return size;
  }

  /** Returns up to `count` ids in order, after skipping `offset` ids. */
  slice(offset: number, count: number, isDescending: boolean): number[] {
    const sign = isDescending ? -1 : 1;
    const found: number[] = [];
    let toSkip = offset;
    for (const blockNumber of [...this.blocks.keys()].sort((one, other) => sign * (one - other))) {
      const part = this.blocks.get(blockNumber) as Uint32Array;
      const size = countIds(part);
      if (toSkip >= size) toSkip -= size;
      else {
        const ids = listIds(blockNumber, part);
        if (isDescending) ids.reverse();
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

function listIds(blockNumber: number, part: Uint32Array): number[] {
  const ids: number[] = [];
  for (const [at, word] of part.entries()) {
    for (let bit = 0; bit < BITS_PER_WORD; bit++) {
      if (word & (1 << bit)) ids.push(blockNumber * IDS_PER_BLOCK + at * BITS_PER_WORD + bit);
    }
  }
  return ids;
}
