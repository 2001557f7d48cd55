import { All, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicController } from '../../../api';
import type { ByteRange } from '../../../core/byte-range';
import { MethodNotAllowed } from '../../../api/problems/api-errors';
import { sendStream } from '../../../api/response/send-stream';
import { InvalidRequest, PreconditionFailed } from '../../../core/errors';
import {
  parseExactPath,
  foldName,
  type FilePath,
  FileNotFound,
  FileStore,
  getBaseName,
  NotAFile,
  PathThroughFile,
  type StoredFile,
} from '../../../platform/media/files';
import { RangeNotSatisfiable } from '../../../api/response/range-header';
import { FileNotServed } from '../file-manager.errors';
import { toEtag, isPreconditionFailed, findRange } from './conditional-requests';
import { setMediaHeaders } from './media-headers';

/** Folders that are not public: files of orders, and exports stored by earlier versions. */
const PRIVATE_FOLDERS: ReadonlySet<string> = new Set(['attachments', 'exports']);

const ALLOWED_METHODS = ['GET', 'HEAD'];

const STATIC_HEADERS = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'public, max-age=300',
  // Files that a browser opens can't run or load anything; images are still shown.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // Pages of the shop, which have another origin, can show these images.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Serves the stored files, read-only and to everybody. */
@PublicController('static')
export class StaticFilesController {
  constructor(private readonly store: FileStore) {}

  @All('*path')
  async serve(
    @Param('path') pathSegments: readonly string[],
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { method, path } = request;
    if (!ALLOWED_METHODS.includes(method))
      throw new MethodNotAllowed({ method, allowed: ALLOWED_METHODS });
    try {
      await this.respond(toFilePath(pathSegments), request, response);
    } catch (error) {
      const isAbsent = [FileNotFound, NotAFile, PathThroughFile, InvalidRequest].some(
        (kind) => error instanceof kind,
      );
      throw isAbsent ? new FileNotServed({ path }) : error;
    }
  }

  private async respond(path: FilePath, request: Request, response: Response): Promise<void> {
    if (isUnconditional(request)) await this.send(path, await this.store.read(path), response);
    else await this.respondConditionally(path, request, response);
  }

  private async respondConditionally(
    path: FilePath,
    request: Request,
    response: Response,
  ): Promise<void> {
    const file = await this.store.stat(path);
    if (file?.kind !== 'file') throw new FileNotFound({ path });
    if (isPreconditionFailed(request, file)) throw new PreconditionFailed();
    setValidatorHeaders(response, file);
    if (request.fresh) {
      response.status(304).set(STATIC_HEADERS).end();
      return;
    }
    const range = findRequestedRange(request, response, file);
    if (request.method === 'HEAD') {
      setStatusAndContentHeaders(response, path, file);
      response.end();
      return;
    }
    const openedFile = await this.store.read(path, range);
    const isUnchanged = openedFile.file.entityTag === file.entityTag;
    if (range && !isUnchanged) {
      // The file was replaced in the meantime, so the range doesn't apply to it: send the whole new file.
      openedFile.content.destroy();
      await this.send(path, await this.store.read(path), response);
    } else await this.send(path, openedFile, response, range);
  }

  private async send(
    path: FilePath,
    { file, content }: OpenedFile,
    response: Response,
    range?: ByteRange,
  ): Promise<void> {
    setValidatorHeaders(response, file);
    setStatusAndContentHeaders(response, path, file, range);
    await sendStream(response, content);
  }
}

/** Request headers that can lead to a partial or empty response. */
const CONDITIONAL_HEADERS = new Set(
  'if-match if-none-match if-modified-since if-unmodified-since range'.split(' '),
);

/** Whether the request is a GET for the whole file, without a condition. */
function isUnconditional({ method, headers: requestHeaders }: Request): boolean {
  return (
    method === 'GET' && !Object.keys(requestHeaders).some((name) => CONDITIONAL_HEADERS.has(name))
  );
}

type OpenedFile = Awaited<ReturnType<FileStore['read']>>;

function setValidatorHeaders(response: Response, file: StoredFile): void {
  response.setHeader('ETag', toEtag(file));
  response.setHeader('Last-Modified', file.modifiedAt.toUTCString());
}

function setStatusAndContentHeaders(
  response: Response,
  path: FilePath,
  { size }: StoredFile,
  range?: ByteRange,
): void {
  response.status(range ? 206 : 200).set(STATIC_HEADERS);
  setMediaHeaders(response, getBaseName(path));
  response.setHeader('Content-Length', range ? range.last - range.first + 1 : size);
  if (range) response.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
}

/** Returns the requested range. @throws RangeNotSatisfiable, after setting the header with the size of the file */
function findRequestedRange(
  request: Request,
  response: Response,
  file: StoredFile,
): ByteRange | undefined {
  try {
    return findRange(request, file);
  } catch (error) {
    if (error instanceof RangeNotSatisfiable)
      response.setHeader('Content-Range', `bytes */${file.size}`);
    throw error;
  }
}

function toFilePath(pathSegments: readonly string[]): FilePath {
  const path = parseExactPath(pathSegments.join('/'));
  // The first folder of the joined path, because a part of the URL can contain an escaped slash.
  const [folder = ''] = path.split('/');
  if (PRIVATE_FOLDERS.has(foldName(folder))) throw new FileNotFound({ path });
  return path;
}
