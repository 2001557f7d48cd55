/** A heading of the OpenAPI document; declared where the operations below it are. */
export interface OpenApiTag {
  readonly name: string;
  /**
   * Headings stand by ascending rank, in the order of a working day: orders and what comes of them, after-sales and
   * users first, what is set up once after them, what programs need last.
   */
  readonly rank: number;
  /** A short introduction. */
  readonly description: string;
}

/**
 * The headings of some operations, each once, in the order in which a reader wants them.
 * @throws Error when two have one name or one rank
 */
export function collectTags(operations: readonly { readonly heading: OpenApiTag }[]): OpenApiTag[] {
  const headings = [...new Set(operations.map(({ heading }) => heading))];
  for (const [at, one] of headings.entries()) {
    const same = headings
      .slice(0, at)
      .find(({ name, rank }) => name === one.name || rank === one.rank);
    if (same) {
      throw new Error(
        `The headings "${same.name}" (${same.rank}) and "${one.name}" (${one.rank}) need names and ranks of their own`,
      );
    }
  }
  return headings.sort((one, other) => one.rank - other.rank);
}
