import { Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../../config/configuration';
import { ResponseSerializer } from '../response/response-serializer';
import { createETag, isNotModified } from '../response/etag';
import { negotiateRepresentation, sendFile, toContentDisposition } from '../response/file-response';
import { endNdjson, negotiateNdjson } from '../response/ndjson-response';
import { sendChunks, sendStream } from '../response/send-stream';
import { CSV_MEDIA_TYPE, type CsvTable, type CsvTablePaging } from '../response/csv-table';
import { getCheckedRequest, type HttpExchange, type PipelineStep } from './pipeline-step';
import type { CheckedRequest } from './checked-request';
import { findRequestedCsvTable, isWholeCsvTable } from './requested-csv-table';

/** Writes the handler's result with the operation's record definition and envelope, and its ETag. */
@Injectable()
export class ResponseStep implements PipelineStep {
  constructor(
    private readonly responseSerializer: ResponseSerializer,
    private readonly configuration: Configuration,
  ) {}

  /** @returns the body; a file for Nest to send; undefined if the body has been sent or is empty */
  async intercept(exchange: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    const checked = getCheckedRequest(exchange);
    const table = findRequestedCsvTable(exchange);
    if (table) return this.writeCsvTable(table, exchange, checked, next);
    if (checked.responseSpec.progressSchema) return this.writeNdjson(exchange, checked, next);
    const value = await next();
    if (value instanceof StreamableFile) return value;
    // Responses that are stored for an Idempotency-Key are JSON.
    if (checked.idempotencyHash !== undefined)
      return this.responseSerializer.serialize(checked, value, exchange.request);
    return this.write(exchange, checked, value);
  }

  private async write(
    { operation: { method, status }, request, response }: HttpExchange,
    checked: CheckedRequest,
    value: unknown,
  ): Promise<string | undefined> {
    const { responseSpec } = checked;
    if (responseSpec.file) {
      const file = responseSpec.file.toFile(value as never);
      const representation = negotiateRepresentation(request, response, file, responseSpec.file);
      if (representation === 'notModified') {
        file.content.destroy();
        response.status(304);
        return undefined;
      }
      if (representation !== 'json') {
        await sendFile(request, response.status(status), file, representation.mediaType);
        return undefined;
      }
    }
    if (responseSpec.csvTable && method === 'get') response.vary('Accept');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (responseSpec.toStreamedBody) {
      const { length, content, transform } = responseSpec.toStreamedBody(value as never);
      response.status(status).setHeader('Content-Length', length);
      await sendStream(response, content, transform);
      return undefined;
    }
    const chunks = this.responseSerializer.serializeInChunks(checked, value, request);
    if (chunks) {
      await sendChunks(response.status(status), chunks);
      return undefined;
    }
    const body = this.responseSerializer.serialize(checked, value, request);
    if (method !== 'get' || !responseSpec.hasBodyETag) return body;
    return applyETag(request, response, body, responseSpec.readVersion?.(value as never));
  }

  /** Writes the result as the last line after those of the handler's progress, if the client prefers lines to JSON. */
  private async writeNdjson(
    exchange: HttpExchange,
    checked: CheckedRequest,
    next: () => Promise<unknown>,
  ): Promise<string | undefined> {
    const { operation, request, response } = exchange;
    const isNdjson = negotiateNdjson(request, response, {
      status: operation.status,
      proxiesForwardEarlyResponses: this.configuration.proxyProgress,
    });
    const value = await next();
    if (!isNdjson) return this.write(exchange, checked, value);
    endNdjson(response, this.responseSerializer.serialize(checked, value, request));
    return undefined;
  }

  /** Writes the whole list, or the page that the query asks for. */
  private async writeCsvTable(
    table: CsvTable<unknown>,
    exchange: HttpExchange,
    checked: CheckedRequest,
    readPage: () => Promise<unknown>,
  ): Promise<string | undefined> {
    const { request, response } = exchange;
    const paging = isWholeCsvTable(exchange) ? table.paging : undefined;
    if (paging) checked.query = { ...checked.query, ...paging.largestPageQuery };
    const first = await readPage();
    const pages = paging ? readPages(first, paging, checked, readPage) : [first];
    response.vary('Accept');
    response.setHeader('Content-Type', `${CSV_MEDIA_TYPE}; charset=utf-8; header=present`);
    response.setHeader(
      'Content-Disposition',
      toContentDisposition(this.responseSerializer.toCsvFileName(request)),
    );
    const link = paging
      ? undefined
      : this.responseSerializer.createLinkHeader(table, checked, first, request);
    if (link !== undefined) response.setHeader('Link', link);
    const chunks = this.responseSerializer.serializeCsvTable(table, checked, pages, request);
    if (!checked.responseSpec.hasBodyETag) {
      await sendChunks(response, chunks);
      return undefined;
    }
    let body = '';
    for await (const chunk of chunks) body += chunk;
    return applyETag(request, response, body);
  }
}

/** Reads the pages of a list one after the other, each when it is needed. */
async function* readPages(
  first: unknown,
  paging: CsvTablePaging<unknown>,
  checked: CheckedRequest,
  readPage: () => Promise<unknown>,
): AsyncGenerator {
  yield first;
  for (let next = paging.getNextPageQuery(first); next !== undefined;) {
    checked.query = { ...checked.query, ...next };
    const page = await readPage();
    yield page;
    next = paging.getNextPageQuery(page);
  }
}

/** @returns the body; undefined if the caller has it already */
function applyETag(
  request: Request,
  response: Response,
  body: string,
  version?: string,
): string | undefined {
  const etag = createETag(body, version);
  response.setHeader('ETag', etag);
  if (!isNotModified(request, etag)) return body;
  response.status(304);
  return undefined;
}
