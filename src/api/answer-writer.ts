import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Configuration } from '../config/configuration';
import type { AnswerContext } from './answer';
import { linker } from './request/link';
import type { ReadRequest } from './request/request-reader';

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

  private contextOf({ keys }: ReadRequest, request: Request): AnswerContext {
    return {
      zone: this.configuration.storeTimeZone,
      language: this.configuration.defaultLanguage,
      link: linker(request, this.configuration.publicBaseUrl),
      ...(keys ? { keys } : {}),
    };
  }
}
