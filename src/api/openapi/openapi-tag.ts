/** A heading (tag) of the OpenAPI document, declared next to its operations. */
export interface OpenApiTag {
  readonly name: string;
  /**
   * Headings are sorted by rank, in the order of a working day. Orders, after-sales and users come first, then settings
   * that are made once, then operations for programs.
   */
  readonly rank: number;
  /** A short introduction. */
  readonly description: string;
}

/**
 * Collects the headings of operations, each once, sorted by rank.
 * @throws Error if two headings share a name or a rank
 */
export function collectTags(
  operations: readonly { readonly openApiTag: OpenApiTag }[],
): OpenApiTag[] {
  const headings = [...new Set(operations.map(({ openApiTag }) => openApiTag))];
  for (const [index, heading] of headings.entries()) {
    const conflict = headings
      .slice(0, index)
      .find(({ name, rank }) => name === heading.name || rank === heading.rank);
    if (conflict) {
      throw new Error(
        `The headings "${conflict.name}" (${conflict.rank}) and "${heading.name}" (${heading.rank}) need different names and ranks`,
      );
    }
  }
  return headings.sort((heading, other) => heading.rank - other.rank);
}
