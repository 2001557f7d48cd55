import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Configuration } from '../../config/configuration';
import type { ResponseContext } from './response-context';
import { createLinkBuilder } from '../request/link';
import type { CheckedRequest } from '../pipeline/checked-request';
import { csvChunks, toLinkHeader, type CsvTable } from './csv-table';
import { mergeChunks } from './json-chunks';

/** The response spec that a response is written with, and its selected keys. */
type ResponseFormat = Pick<CheckedRequest, 'answer' | 'keys'>;

/** Writes the results of handlers with the record definitions and envelopes of their operations. */
@Injectable()
export class ResponseWriter {
  constructor(private readonly configuration: Configuration) {}

  /** @returns JSON */
  write(checked: ResponseFormat, value: unknown, request: Request): string {
    return JSON.stringify(
      checked.answer.write(value as never, this.createContext(checked, request)),
    );
  }

  /** @returns JSON in chunks; undefined if the response is written as a whole */
  writeChunks(
    checked: ResponseFormat,
    value: unknown,
    request: Request,
  ): AsyncIterable<string> | undefined {
    return checked.answer.chunks?.(value as never, this.createContext(checked, request));
  }

  /** @returns the table of a list as CSV in chunks, and the links to its other pages as a header */
  writeTable(
    table: CsvTable<never>,
    checked: ResponseFormat,
    value: unknown,
    request: Request,
  ): { readonly chunks: AsyncIterable<string>; readonly link?: string } {
    const context = this.createContext(checked, request);
    const pageLinks = table.links?.(value as never, context);
    const link = pageLinks && toLinkHeader(pageLinks);
    const chunks = mergeChunks(csvChunks(table, value as never, context));
    return { chunks, ...(link !== undefined && { link }) };
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
