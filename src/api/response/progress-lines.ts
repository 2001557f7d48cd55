import type { Request, Response } from 'express';
import { preferredOverJson } from '../request/accept';

export const LINES_MEDIA_TYPE = 'application/x-ndjson';

const lineResponses = new WeakSet<Response>();

/** Whether a response consists of lines of JSON: progress, and at last the result or a problem. */
export function consistsOfLines(response: Response): boolean {
  return lineResponses.has(response);
}

/** Prepares a response of lines if the client prefers them to JSON. Its headers are sent with the first line. */
export function negotiateLines(request: Request, response: Response, status: number): boolean {
  response.vary('Accept');
  if (preferredOverJson(request.headers.accept, [LINES_MEDIA_TYPE]) === undefined) return false;
  response.status(status).setHeader('Content-Type', LINES_MEDIA_TYPE);
  lineResponses.add(response);
  return true;
}

/**
 * Sends a line of progress. It is left out while the client doesn't read: it may send its whole request before it reads
 * the response.
 */
export function sendProgress(response: Response, progress: object): void {
  if (!response.writableNeedDrain) response.write(`${JSON.stringify({ progress })}\n`);
}

/** Sends the last line. */
export function endLines(response: Response, json: string): void {
  response.end(`${json}\n`);
}
