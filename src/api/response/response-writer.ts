import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Configuration } from '../../config/configuration';
import type { ResponseContext } from './response-context';
import { createLinkBuilder } from '../request/link';
import type { CheckedRequest } from '../pipeline/checked-request';
import { csvChunks, toLinkHeader, type CsvTable } from './csv-table';
import { mergeChunks } from './json-chunks';

/** How an answer is written: by which record table and envelope, and which keys of it. */
type ResponseFormat = Pick<CheckedRequest, 'answer' | 'keys'>;

/** Writes what handlers return by the record table and envelope of their operations. */
@Injectable()
export class ResponseWriter {
  constructor(private readonly configuration: Configuration) {}

  /** @returns JSON */
  write(checked: ResponseFormat, value: unknown, request: Request): string {
    return JSON.stringify(
      checked.answer.write(value as never, this.createContext(checked, request)),
    );
  }

  /** @returns JSON in pieces; undefined for what is written as a whole */
  writeChunks(
    checked: ResponseFormat,
    value: unknown,
    request: Request,
  ): AsyncIterable<string> | undefined {
    return checked.answer.chunks?.(value as never, this.createContext(checked, request));
  }

  /** @returns the table of a list as CSV in pieces, and the links to its other pages as a header */
  writeTable(
    table: CsvTable<never>,
    checked: ResponseFormat,
    value: unknown,
    request: Request,
  ): { readonly pieces: AsyncIterable<string>; readonly link?: string } {
    const context = this.createContext(checked, request);
    const cursors = table.links?.(value as never, context);
    const link = cursors && toLinkHeader(cursors);
    const pieces = mergeChunks(csvChunks(table, value as never, context));
    return { pieces, ...(link !== undefined && { link }) };
  }

  private createContext({ keys }: ResponseFormat, request: Request): ResponseContext {
    return {
      zone: this.configuration.storeTimeZone,
      language: this.configuration.defaultLanguage,
      link: createLinkBuilder(request, this.configuration.publicBaseUrl),
      ...(keys ? { keys } : {}),
    };
  }
}
