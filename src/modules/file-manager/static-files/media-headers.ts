import { extname } from 'node:path';
import type { Response } from 'express';

/** Browsers show these without ever running anything in them. All others are downloads, PDF included. */
const INLINE_MEDIA = /^(image\/(?!svg\b)|audio\/|video\/|font\/|text\/(plain|css)\b)/;

/** No page may load these as a program of its own. */
const SCRIPT_MEDIA = /^(text|application)\/(x-)?(java|ecma|live|j)script\b|^application\/wasm\b/;

const DEFAULT_MEDIA_TYPE = 'application/octet-stream';

/**
 * Sets Content-Type by the file's extension, and Content-Disposition if a browser must not open it.
 * @param name of the file, without folders
 */
export function setMediaHeaders(response: Response, name: string): void {
  response.type(extname(name) || DEFAULT_MEDIA_TYPE);
  const type = String(response.getHeader('Content-Type'));
  if (INLINE_MEDIA.test(type)) return;
  response.attachment(name);
  response.setHeader('Content-Type', SCRIPT_MEDIA.test(type) ? DEFAULT_MEDIA_TYPE : type);
}
