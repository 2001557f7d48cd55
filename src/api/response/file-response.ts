import type { Request, Response } from 'express';
import type { ByteRange } from '../../core/byte-range';
import type { ResponseFile, FileSpec } from './response-spec';
import { parseRange, RangeNotSatisfiable } from './range-header';
import { isNotModified, matchesStrongly } from './etag';
import { preferredOverJson } from '../request/accept';
import { sendStream } from './send-stream';

/** What can be had of every file. */
export const OCTET_STREAM = 'application/octet-stream';

const JSON_TYPE = 'application/json';

/** How a file is answered: as itself or in JSON, or not at all, as the caller has it. */
export type NegotiatedForm = { readonly as: string } | 'json' | 'known';

/**
 * Chooses by the request's Accept, and puts on the answer what holds of the choice: each form has an ETag of its
 * own.
 */
export function negotiateForm(
  request: Request,
  response: Response,
  { mediaType, tag }: ResponseFile,
  { offersOctetStream }: FileSpec,
): NegotiatedForm {
  const offered =
    offersOctetStream && mediaType !== OCTET_STREAM ? [mediaType, OCTET_STREAM] : [mediaType];
  const type = preferredOverJson(request.headers.accept, offered);
  const etag = `"${tag}-${type ?? JSON_TYPE}"`;
  response.vary('Accept').setHeader('ETag', etag);
  if (request.method !== 'POST' && isNotModified(request, etag)) return 'known';
  return type === undefined ? 'json' : { as: type };
}

/** Sends a file as itself, or the part of it that is asked for. @throws RangeNotSatisfiable */
export async function sendFile(
  request: Request,
  response: Response,
  file: ResponseFile,
  type: string,
): Promise<void> {
  const { name, size, openRange } = file;
  const range = openRange && requestedRange(request, response, file);
  if (openRange) response.setHeader('Accept-Ranges', 'bytes');
  // Whatever it is, nothing opens it on the service's own origin.
  response.setHeader('Content-Disposition', toContentDisposition(name));
  response.setHeader('Content-Type', type);
  if (!range) {
    response.setHeader('Content-Length', size);
    return sendStream(response, file.content);
  }
  file.content.destroy();
  response.status(206).setHeader('Content-Length', range.last - range.first + 1);
  response.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
  await sendStream(response, await openRange(range));
}

/** Undefined: the whole file. @throws RangeNotSatisfiable, with the header that says how long the file is */
function requestedRange(
  { headers }: Request,
  response: Response,
  { size, content }: ResponseFile,
): ByteRange | undefined {
  const condition = headers['if-range'];
  const etag = String(response.getHeader('ETag'));
  if (condition !== undefined && !matchesStrongly(String(condition), etag)) return undefined;
  try {
    return parseRange(headers.range, size);
  } catch (error) {
    content.destroy();
    if (error instanceof RangeNotSatisfiable)
      response.setHeader('Content-Range', `bytes */${size}`);
    throw error;
  }
}

/** Content-Disposition (RFC 6266): the name in ASCII, and where that loses something the whole of it in UTF-8. */
function toContentDisposition(name: string): string {
  const plain = name.replace(/[^ !#$&-[\]-~]/gu, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${whole}`}`;
}
