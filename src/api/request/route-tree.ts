/** What stands at a route for a method, and the names of the route's parameters in their order. */
interface Entry<T> {
  readonly value: T;
  readonly names: readonly string[];
}

interface Node<T> {
  /** By the next segment, in lower case. */
  readonly literals: Map<string, Node<T>>;
  /** Behind a segment that may be any but an empty one. */
  parameter?: Node<T>;
  readonly entries: Map<string, Entry<T>>;
}

/** What stands at the route of a path, and its parameters as they stand in the path, still encoded. */
export interface Found<T> {
  readonly value: T;
  readonly parameters: readonly (readonly [name: string, text: string])[];
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Values by method and route, found segment by segment in a time that does not grow with the number of routes. As
 * Express has it: literal segments are compared as they stand in the path but for their case, a slash at the end
 * does not matter, and HEAD is served by GET. A literal segment goes before a parameter, whichever came first.
 */
export class RouteTree<T> {
  private readonly root = emptyNode<T>();

  /**
   * @param method in upper case
   * @param route of segments, of which `:name` stands for any; the first value of a method and route stays
   */
  add(method: string, route: string, value: T): void {
    let node = this.root;
    const names: string[] = [];
    for (const segment of segmentsOf(route)) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node = node.parameter ??= emptyNode();
      } else {
        node = literal(node, segment.toLowerCase());
      }
    }
    if (!node.entries.has(method)) node.entries.set(method, { value, names });
  }

  /** @param method in upper case @param path without a query */
  find(method: string, path: string): Found<T> | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const segments = segmentsOf(path);
    const texts: string[] = [];
    const entry = entryAt(this.root, segments, 0, wanted, texts);
    if (!entry) return undefined;
    const parameters = entry.names.map((name, at) => [name, texts[at] ?? ''] as const);
    return { value: entry.value, parameters };
  }

  /** The methods, in upper case, that something is found for at a path. */
  methods(path: string): string[] {
    const found = METHODS.filter((method) => this.find(method, path) !== undefined);
    return found.includes('GET') ? ['HEAD', ...found] : found;
  }
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), entries: new Map() };
}

function literal<T>(node: Node<T>, segment: string): Node<T> {
  const known = node.literals.get(segment) ?? emptyNode<T>();
  node.literals.set(segment, known);
  return known;
}

/** Without what stands before the first slash and after one at the end. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  if (segments.length > 2 && segments.at(-1) === '') segments.pop();
  return segments.slice(1);
}

/** @param texts takes up the segments that stand for parameters, from the root on */
function entryAt<T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
  method: string,
  texts: string[],
): Entry<T> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.entries.get(method);
  const next = node.literals.get(segment.toLowerCase());
  const found = next && entryAt(next, segments, at + 1, method, texts);
  if (found || !node.parameter || segment === '') return found;
  texts.push(segment);
  const behind = entryAt(node.parameter, segments, at + 1, method, texts);
  if (!behind) texts.pop();
  return behind;
}
