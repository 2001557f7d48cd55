import type { Request, Response } from 'express';
import type { ByteRange } from '../../core/byte-range';
import type { ResponseFile, ResponseFileSpec } from './response-spec';
import { parseRange, RangeNotSatisfiable } from './range-header';
import { isNotModified, matchesETagStrongly } from './etag';
import { findTypePreferredOverJson } from '../request/accept';
import { sendStream } from './send-stream';

/** Media type that every file can be requested as. */
export const OCTET_STREAM_MEDIA_TYPE = 'application/octet-stream';

const JSON_MEDIA_TYPE = 'application/json';

/** How a file is sent: as itself, in JSON, or not at all because the caller has it. */
export type NegotiatedRepresentation = { readonly mediaType: string } | 'json' | 'notModified';

/**
 * Chooses the form of a file by the request's Accept header, and sets `Vary` and `ETag`. Each form has its own ETag.
 */
export function negotiateRepresentation(
  request: Request,
  response: Response,
  { mediaType, entityTag }: ResponseFile,
  { offersOctetStream }: ResponseFileSpec,
): NegotiatedRepresentation {
  const offered =
    offersOctetStream && mediaType !== OCTET_STREAM_MEDIA_TYPE
      ? [mediaType, OCTET_STREAM_MEDIA_TYPE]
      : [mediaType];
  const type = findTypePreferredOverJson(request.headers.accept, offered);
  const etag = `"${entityTag}-${type ?? JSON_MEDIA_TYPE}"`;
  response.vary('Accept').setHeader('ETag', etag);
  if (request.method !== 'POST' && isNotModified(request, etag)) return 'notModified';
  return type === undefined ? 'json' : { mediaType: type };
}

/** Sends a file as itself, or the requested range of it. @throws RangeNotSatisfiable */
export async function sendFile(
  request: Request,
  response: Response,
  file: ResponseFile,
  mediaType: string,
): Promise<void> {
  const { name, size, openRange } = file;
  const range = openRange && getRequestedRange(request, response, file);
  if (openRange) response.setHeader('Accept-Ranges', 'bytes');
  // As an attachment, so that browsers never open a file on the service's own origin.
  response.setHeader('Content-Disposition', toContentDisposition(name));
  response.setHeader('Content-Type', mediaType);
  if (!range) {
    response.setHeader('Content-Length', size);
    return sendStream(response, file.content);
  }
  file.content.destroy();
  response.status(206).setHeader('Content-Length', range.last - range.first + 1);
  response.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
  await sendStream(response, await openRange(range));
}

/**
 * @returns the requested range; undefined: the whole file
 * @throws RangeNotSatisfiable; sets the header with the size of the file
 */
function getRequestedRange(
  { headers }: Request,
  response: Response,
  { size, content }: ResponseFile,
): ByteRange | undefined {
  const condition = headers['if-range'];
  const etag = String(response.getHeader('ETag'));
  if (condition !== undefined && !matchesETagStrongly(String(condition), etag)) return undefined;
  try {
    return parseRange(headers.range, size);
  } catch (error) {
    content.destroy();
    if (error instanceof RangeNotSatisfiable)
      response.setHeader('Content-Range', `bytes */${size}`);
    throw error;
  }
}

/** Content-Disposition (RFC 6266): the name in ASCII, and also in UTF-8 if ASCII loses characters. */
export function toContentDisposition(name: string): string {
  const asciiName = name.replace(/[^ !#$&-[\]-~]/gu, '_');
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${asciiName}"${asciiName === name ? '' : `; filename*=UTF-8''${encodedName}`}`;
}
