import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { formatInstant } from '../../core/instant';
import type { ResponseContext } from './response-context';
import { acceptsTypeWithParameter } from '../request/accept';
import { createLinkBuilder } from '../request/link-builder';
import type { CheckedRequest } from '../pipeline/checked-request';
import { CSV_MEDIA_TYPE, writeCsvChunks, toLinkHeader, type CsvTable } from './csv-table';
import { mergeChunks } from './json-chunks';

/** The response spec that a response is written with, and its selected keys. */
type SelectedResponse = Pick<CheckedRequest, 'responseSpec' | 'requestedKeys'>;

/** Writes the results of handlers with the record definitions and envelopes of their operations. */
@Injectable()
export class ResponseSerializer {
  constructor(
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  /** @returns JSON */
  serialize(format: SelectedResponse, value: unknown, request: Request): string {
    return JSON.stringify(
      format.responseSpec.serialize(value as never, this.createContext(format, request)),
    );
  }

  /** @returns JSON in chunks; undefined if the response is written as a whole */
  serializeInChunks(
    format: SelectedResponse,
    value: unknown,
    request: Request,
  ): AsyncIterable<string> | undefined {
    return format.responseSpec.serializeInChunks?.(
      value as never,
      this.createContext(format, request),
    );
  }

  /** @returns the table of pages of a list, as CSV in chunks */
  serializeCsvTable<T>(
    table: CsvTable<T>,
    format: SelectedResponse,
    pages: AsyncIterable<T> | Iterable<T>,
    request: Request,
  ): AsyncIterable<string> {
    const withByteOrderMark = acceptsTypeWithParameter(
      request.headers.accept,
      CSV_MEDIA_TYPE,
      'bom',
      '1',
    );
    return mergeChunks(
      writeCsvChunks(table, pages, this.createContext(format, request), { withByteOrderMark }),
    );
  }

  /** @returns the links of a list to its other pages, as a header; undefined without other pages */
  createLinkHeader<T>(
    table: CsvTable<T>,
    format: SelectedResponse,
    value: T,
    request: Request,
  ): string | undefined {
    const links = table.createLinks?.(value, this.createContext(format, request));
    return links && toLinkHeader(links);
  }

  /** @returns the name of the file with a table: the path of the list, and today's date */
  toCsvFileName({ path }: Request): string {
    const name = path.replace(/^\/v1\//, '').replace(/[^\w-]+/g, '-');
    const today = formatInstant(this.clock.now(), this.configuration.storeTimeZone).slice(0, 10);
    return `${name}-${today}.csv`;
  }

  private createContext({ requestedKeys }: SelectedResponse, request: Request): ResponseContext {
    return {
      timeZone: this.configuration.storeTimeZone,
      language: this.configuration.defaultLanguage,
      createLink: createLinkBuilder(request, this.configuration.publicBaseUrl),
      ...(requestedKeys ? { keys: requestedKeys } : {}),
    };
  }
}
