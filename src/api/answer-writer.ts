import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Configuration } from '../config/configuration';
import type { AnswerContext } from './answer-context';
import { linker } from './request/link';
import type { ReadRequest } from './request/request-reader';
import { csvParts, linkHeader, type Table } from './table';
import { gathered } from './text-parts';

/** Writes what handlers return by the record table and envelope of their operations. */
@Injectable()
export class AnswerWriter {
  constructor(private readonly configuration: Configuration) {}

  /** @returns JSON */
  write(read: ReadRequest, value: unknown, request: Request): string {
    return JSON.stringify(read.answer.write(value as never, this.contextOf(read, request)));
  }

  /** @returns JSON in pieces; undefined for what is written as a whole */
  pieces(read: ReadRequest, value: unknown, request: Request): AsyncIterable<string> | undefined {
    return read.answer.pieces?.(value as never, this.contextOf(read, request));
  }

  /** @returns the table of a list as CSV in pieces, and the links to its other pages as a header */
  table(
    table: Table<never>,
    read: ReadRequest,
    value: unknown,
    request: Request,
  ): { readonly pieces: AsyncIterable<string>; readonly link?: string } {
    const context = this.contextOf(read, request);
    const cursors = table.cursors?.(value as never, context);
    const link = cursors && linkHeader(cursors);
    const pieces = gathered(csvParts(table, value as never, context));
    return { pieces, ...(link !== undefined && { link }) };
  }

  private contextOf({ keys }: ReadRequest, request: Request): AnswerContext {
    return {
      zone: this.configuration.storeTimeZone,
      language: this.configuration.defaultLanguage,
      link: linker(request, this.configuration.publicBaseUrl),
      ...(keys ? { keys } : {}),
    };
  }
}
