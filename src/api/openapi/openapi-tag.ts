/** A heading (tag) of the OpenAPI document, declared next to its operations. */
export interface OpenApiTag {
  readonly name: string;
  /**
   * Headings are sorted by position, in the order of a working day. Orders, after-sales and users come first, then
   * settings that are made once, then operations for programs.
   */
  readonly position: number;
  /** A short introduction. */
  readonly description: string;
}

/**
 * Collects the headings of operations, each once, sorted by position.
 * @throws Error if two headings share a name or a position
 */
export function collectTags(
  operations: readonly { readonly openApiTag: OpenApiTag }[],
): OpenApiTag[] {
  const tags = [...new Set(operations.map(({ openApiTag }) => openApiTag))];
  for (const [index, tag] of tags.entries()) {
    const conflict = tags
      .slice(0, index)
      .find(({ name, position }) => name === tag.name || position === tag.position);
    if (conflict) {
      throw new Error(
        `The headings "${conflict.name}" (${conflict.position}) and "${tag.name}" (${tag.position}) need different names and positions`,
      );
    }
  }
  return tags.sort((tag, other) => tag.position - other.position);
}
