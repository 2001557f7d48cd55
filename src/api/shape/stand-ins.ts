import { randomUUID } from 'node:crypto';

/** No Base64 begins so. */
const PREFIX = 'decoded:';

/** What was decoded elsewhere, by the text that stands in for it. */
const decoded = new Map<string, Buffer>();

/** Texts in the place of Base64 that was decoded elsewhere, of one request. */
export class StandIns {
  private readonly texts: string[] = [];

  /** @returns a text that nobody can guess, by which the bytes are known until the request's are released */
  of(bytes: Buffer): string {
    const text = PREFIX + randomUUID();
    decoded.set(text, bytes);
    this.texts.push(text);
    return text;
  }

  release(): void {
    for (const text of this.texts) decoded.delete(text);
  }
}

/** The bytes that a text stands in for; undefined when it stands for itself. */
export function standingFor(text: string): Buffer | undefined {
  // Only then: the hash of a text of megabytes takes a while.
  return text.startsWith(PREFIX) ? decoded.get(text) : undefined;
}
