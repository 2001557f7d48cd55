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
  write({ answer, keys }: ReadRequest, value: unknown, request: Request): string {
    const context: AnswerContext = {
      zone: this.configuration.storeTimeZone,
      language: this.configuration.defaultLanguage,
      link: linker(request, this.configuration.publicBaseUrl),
      ...(keys ? { keys } : {}),
    };
    return JSON.stringify(answer.write(value as never, context));
  }
}
