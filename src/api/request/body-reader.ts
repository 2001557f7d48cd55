import type { Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../../config/configuration';
import type { FieldError } from '../../core/errors';
import type { Operation } from '../operation/operation';
import { MediaTypeUnsupported } from '../problems/api-errors';
import {
  JSON_BODY_LIMITS,
  hasBody,
  MAX_JSON_BYTES,
  getMaxBodyBytes,
  MAX_PUBLIC_JSON_BYTES,
} from './body';
import { readFormAlternative } from './form-alternative';
import { openBodyStream, type TransferLimits, createUploadLimits } from './body-stream';
import { IncomingForm } from './form';
import { readLargeJsonBody } from './large-body';
import { LargeJsonParser } from './large-json-parser';
import { OperationValidators } from './operation-validators';
import { readJsonBody } from './small-body';

const JSON_MEDIA_TYPE = 'application/json';
const FORM_MEDIA_TYPE = 'multipart/form-data';

/** The body of a request: already parsed, or left to the handler. */
export interface IncomingBody {
  /** The parsed JSON; undefined without a body. */
  readonly json?: unknown;
  /** Whether the JSON is not wrapped in the operation's root member, even if it has a member of this name. */
  readonly isUnwrapped?: boolean;
  /** Faults that were found while reading it. */
  readonly fieldErrors?: readonly FieldError[];
  readonly stream?: AsyncIterable<Buffer>;
  readonly form?: IncomingForm<object>;
}

/** Reads bodies: JSON immediately, large JSON in a thread. Streams and forms are opened for their handlers. */
@Injectable()
export class BodyReader {
  private readonly uploadLimits: TransferLimits;

  constructor(
    private readonly validators: OperationValidators,
    private readonly largeJsonParser: LargeJsonParser,
    { bodyDeadlineHours }: Configuration,
  ) {
    this.uploadLimits = createUploadLimits(bodyDeadlineHours);
  }

  /**
   * Reads the body of a request to an operation.
   * @param digest updated with the bytes of JSON
   * @throws BodyTooSlow, BodyTooLarge, MediaTypeUnsupported, or BodyMalformed if it isn't JSON in UTF-8
   */
  async read(
    operation: Operation,
    request: Request,
    response: Response,
    digest: Hash | undefined,
  ): Promise<IncomingBody> {
    if (operation.body?.formAlternative && hasBody(request)) {
      const type = getMediaType(request);
      if (type === FORM_MEDIA_TYPE) return this.readBodyForm(operation, request, response, digest);
      if (type !== JSON_MEDIA_TYPE)
        throw new MediaTypeUnsupported({ expected: `${JSON_MEDIA_TYPE} or ${FORM_MEDIA_TYPE}` });
    }
    if (operation.body) return { json: await this.readJson(operation, request, response, digest) };
    const { bodyStream, form, parameters } = operation;
    if (bodyStream && parameters.some(({ requestPart }) => requestPart === 'stream')) {
      return { stream: openBodyStream(request, response, bodyStream.mediaType, this.uploadLimits) };
    }
    if (operation.nestDecoratedParts.has('body')) {
      request.body = await readJsonBody(request, response, MAX_JSON_BYTES, digest);
      return {};
    }
    const validateForm = form && this.validators.forOperation(operation).form;
    if (!validateForm) return {};
    const byteStream = openBodyStream(request, response, FORM_MEDIA_TYPE, this.uploadLimits);
    const contentType = request.headers['content-type'] ?? '';
    return { form: new IncomingForm(form, contentType, byteStream, validateForm) };
  }

  /** Reads a form that replaces a JSON body. */
  private async readBodyForm(
    operation: Operation,
    request: Request,
    response: Response,
    digest: Hash | undefined,
  ): Promise<IncomingBody> {
    const { formAlternative, maxBytes = MAX_JSON_BYTES } = operation.body as NonNullable<
      Operation['body']
    >;
    const { formFields: fields } = this.validators.forOperation(operation);
    const byteStream = openBodyStream(request, response, FORM_MEDIA_TYPE, this.uploadLimits);
    const contentType = request.headers['content-type'] ?? '';
    const file = {
      name: formAlternative?.file ?? '',
      description: formAlternative?.description ?? '',
    };
    const layout = {
      file,
      fields,
      maxOperationBytes: maxBytes,
      maxRequestBytes: getMaxBodyBytes(request, maxBytes),
    };
    const parsed = await readFormAlternative(layout, contentType, byteStream, digest);
    return { json: parsed.content, isUnwrapped: true, fieldErrors: parsed.fieldErrors };
  }

  private readJson(
    operation: Operation,
    request: Request,
    response: Response,
    digest: Hash | undefined,
  ): Promise<unknown> {
    const limit = operation.body?.maxBytes;
    if (limit === undefined) {
      const maxBytes = operation.scope === 'public' ? MAX_PUBLIC_JSON_BYTES : MAX_JSON_BYTES;
      return readJsonBody(request, response, maxBytes, digest);
    }
    const limits = { maxBytesOutsideTexts: MAX_JSON_BYTES, values: JSON_BODY_LIMITS };
    const { base64Paths } = this.validators.forOperation(operation);
    const parseLarge = (body: Buffer): Promise<unknown> =>
      this.largeJsonParser.parse(body, limits, base64Paths);
    const options = { limit, parseLarge, ...(digest ? { digest } : {}) };
    return readLargeJsonBody(request, response, options);
  }
}

function getMediaType({ headers }: Request): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
