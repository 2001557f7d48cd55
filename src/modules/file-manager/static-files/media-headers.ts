import { extname } from 'node:path';
import type { Response } from 'express';

/** Media types that browsers display without running any content. All others are downloads, including PDF. */
const INLINE_MEDIA = /^(image\/(?!svg\b)|audio\/|video\/|font\/|text\/(plain|css)\b)/;

/** Media types that a page could load as a script. */
const SCRIPT_MEDIA = /^(text|application)\/(x-)?(java|ecma|live|j)script\b|^application\/wasm\b/;

const DEFAULT_MEDIA_TYPE = 'application/octet-stream';

/**
 * Sets Content-Type by the file's extension, and Content-Disposition if browsers shouldn't open the file.
 * @param name file name without folders
 */
export function setMediaHeaders(response: Response, name: string): void {
  response.type(extname(name) || DEFAULT_MEDIA_TYPE);
  const type = String(response.getHeader('Content-Type'));
  if (INLINE_MEDIA.test(type)) return;
  response.attachment(name);
  response.setHeader('Content-Type', SCRIPT_MEDIA.test(type) ? DEFAULT_MEDIA_TYPE : type);
}
