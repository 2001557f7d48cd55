import { DomainError, withPointers } from '../../core/errors';

/**
 * Calls a handler. What it says of the body begins at the object that it was given; the caller is told where
 * that stands in what it sent.
 * @param root the body's root; undefined: it has none, or there is no body
 */
export async function belowRoot<T>(
  root: string | undefined,
  call: () => T | Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (root === undefined || !(error instanceof DomainError)) throw error;
    throw withPointers(error, (pointer) => (isInBody(pointer) ? `/${root}${pointer}` : pointer));
  }
}

/** Pointers into the body are JSON pointers; others begin with the part of the request: `query/`, `path/`. */
function isInBody(pointer: string): boolean {
  return pointer === '' || pointer.startsWith('/');
}
