/** Something as wide as the page's text that stands on one page as a whole. Lengths are points. */
export interface Block {
  readonly height: number;
  /** Draws it on the current page. @param y its upper edge */
  readonly draw: (y: number) => void;
  /** It does not end a page if that can be helped. */
  readonly keepWithNext?: boolean;
  /** White space: it does not begin a page. */
  readonly isSpace?: boolean;
  /** Stands above the block when it begins a page: the head of its table. */
  readonly header?: Block;
}

export interface Placed {
  readonly block: Block;
  readonly y: number;
}

/** Where blocks may stand on a page. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Lays blocks out on pages, one below the other.
 * @param first area of the first page
 * @param next area of all others
 * @returns the pages, at least one
 */
export function paginate(blocks: readonly Block[], first: Area, next: Area): Placed[][] {
  let page: Placed[] = [];
  const pages = [page];
  let area = first;
  let y = area.top;
  const place = (block: Block): void => {
    page.push({ block, y });
    y += block.height;
  };
  blocks.forEach((block, index) => {
    const room = area.bottom - y;
    const wanted = heightOfChain(blocks, index, next.bottom - next.top);
    const isFull = block.height > room || wanted > room;
    if (isFull && page.length > 0) {
      page = [];
      pages.push(page);
      area = next;
      y = area.top;
    }
    if (page.length === 0 && block.isSpace) return;
    if (page.length === 0 && pages.length > 1 && block.header) place(block.header);
    place(block);
  });
  return pages;
}

/** What must stand together from a block on; the block's own height where all of it fits on no page. */
function heightOfChain(blocks: readonly Block[], index: number, most: number): number {
  const block = blocks[index] as Block;
  const room = most - (block.header?.height ?? 0);
  let height = block.height;
  for (let at = index; blocks[at]?.keepWithNext; at += 1) {
    height += blocks[at + 1]?.height ?? 0;
    if (height > room) return block.height;
  }
  return height;
}
