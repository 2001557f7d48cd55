import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Operation } from '../operation/operation';
import { type DtoClass, toInlineSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { type Validator, Validators } from '../validation/validators';
import { type FormFieldSchemas, collectFormFields } from './body-form';
import { bodySchema } from './body-schema';
import type { MemberPath } from './large-json.worker';

/** What an operation holds its requests against. */
export interface OperationValidatorSet {
  readonly path: PartValidator;
  readonly query: PartValidator;
  readonly body?: Validator;
  /** The check of the fields of a form. */
  readonly form?: Validator;
  /** Where the body may have Base64. */
  readonly base64: readonly MemberPath[];
  /** The members of the body below its root, by their names in a form. */
  readonly formFields: FormFieldSchemas;
}

/** Path or query, or a DTO by itself: the members that it may have, and the check of their values. */
interface PartValidator {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly validate: Validator;
}

/** The `fields` parameter of operations that answer with records. */
export const fieldsParameter: JsonSchema = {
  type: 'string',
  format: 'text',
  maxLength: 2000,
  description: 'Comma-separated keys of the record; only these are read and answered',
};

/** The checks of all operations, compiled once: with the first request, or ahead of it. */
@Injectable()
export class OperationValidators {
  private readonly compiled = new Map<Operation, OperationValidatorSet>();
  private readonly compiledDtos = new Map<DtoClass, PartValidator>();

  constructor(private readonly validators: Validators) {}

  /**
   * Compiles the operations' checks ahead of their first requests, one at a time between other work: each
   * takes some milliseconds, all of them a second.
   */
  async warmUp(operations: Iterable<Operation>): Promise<void> {
    for (const operation of operations) {
      await setImmediate();
      this.forOperation(operation);
    }
  }

  forOperation(operation: Operation): OperationValidatorSet {
    let checks = this.compiled.get(operation);
    if (!checks) this.compiled.set(operation, (checks = this.compile(operation)));
    return checks;
  }

  /** The check of a DTO class by itself. */
  forDto(dto: DtoClass): PartValidator {
    let part = this.compiledDtos.get(dto);
    if (!part) this.compiledDtos.set(dto, (part = this.compilePart(dto, {})));
    return part;
  }

  private compile(operation: Operation): OperationValidatorSet {
    const { pathDto, queryDto, answer, method, nestParts } = operation;
    const fields = method === 'get' && answer.keys !== undefined;
    const body = operation.body && bodySchema(operation.body, toInlineSchema);
    return {
      base64: body ? findBase64Paths(body) : [],
      formFields: operation.body?.form
        ? collectFormFields(toInlineSchema(operation.body.dto))
        : new Map(),
      path: this.compilePart(pathDto, {}, nestParts.has('path')),
      query: this.compilePart(
        queryDto,
        fields ? { fields: fieldsParameter } : {},
        nestParts.has('query'),
      ),
      ...(body ? { body: this.validators.compile(body) } : {}),
      ...(operation.form
        ? { form: this.validators.compile(toInlineSchema(operation.form.dto)) }
        : {}),
    };
  }

  /** @param isOpen whether it may have members that are not declared */
  private compilePart(
    dto: DtoClass | undefined,
    more: Record<string, JsonSchema>,
    isOpen = false,
  ): PartValidator {
    const schema = dto
      ? toInlineSchema(dto)
      : { type: 'object' as const, additionalProperties: isOpen };
    const properties = { ...schema.properties, ...more };
    return { properties, validate: this.validators.compile({ ...schema, properties }) };
  }
}

/** The places of a document, outside of its arrays, where its schema has Base64. */
function findBase64Paths({ properties = {}, ...schema }: JsonSchema): MemberPath[] {
  if (schema['x-base64'] === true) return [[]];
  return Object.entries(properties).flatMap(([name, member]) =>
    findBase64Paths(member).map((place) => [name, ...place]),
  );
}
