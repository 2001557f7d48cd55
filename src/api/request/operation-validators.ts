import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Operation } from '../operation/operation';
import { type DtoClass, toInlineSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { type Validator, ValidatorCompiler } from '../validation/validator-compiler';
import { createNewTextCheck, type NewTextCheck } from '../validation/new-texts';
import { type FormFieldSchemas, collectFormFields } from './form-alternative';
import { toBodySchema } from './body-schema';
import type { MemberPath } from './large-json.worker';

/** The validators for the requests of an operation. */
export interface OperationValidatorSet {
  readonly path: ObjectValidator;
  readonly query: ObjectValidator;
  readonly body?: Validator;
  /** Finds texts in the value of the body's root that new data can't have. */
  readonly findErrorsUnlessStored?: NewTextCheck;
  /** Checks the text fields of a form. */
  readonly form?: Validator;
  /** Members of the body that may contain Base64. */
  readonly base64Paths: readonly MemberPath[];
  /** The members of the body's root, by their names in a form. */
  readonly formFields: FormFieldSchemas;
}

/** Validator of the path, the query or a single DTO, with the members that it may have. */
interface ObjectValidator {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly validate: Validator;
}

/** The `fields` parameter of operations that answer with records. */
export const fieldsParameterSchema: JsonSchema = {
  type: 'string',
  format: 'text',
  maxLength: 2000,
  description: 'Comma-separated keys of the record; only these are read and returned',
};

/** The validators of all operations, each compiled once: at the first request or earlier. */
@Injectable()
export class OperationValidators {
  private readonly validatorSets = new Map<Operation, OperationValidatorSet>();
  private readonly dtoValidators = new Map<DtoClass, ObjectValidator>();

  constructor(private readonly validatorCompiler: ValidatorCompiler) {}

  /**
   * Compiles the validators before the first requests, one at a time between other work: each takes some milliseconds,
   * all of them a second.
   */
  async warmUp(operations: Iterable<Operation>): Promise<void> {
    for (const operation of operations) {
      await setImmediate();
      this.forOperation(operation);
    }
  }

  forOperation(operation: Operation): OperationValidatorSet {
    let set = this.validatorSets.get(operation);
    if (!set) this.validatorSets.set(operation, (set = this.compile(operation)));
    return set;
  }

  /** The validator of a single DTO class. */
  forDto(dto: DtoClass): ObjectValidator {
    let part = this.dtoValidators.get(dto);
    if (!part) this.dtoValidators.set(dto, (part = this.compilePart(dto, {})));
    return part;
  }

  private compile(operation: Operation): OperationValidatorSet {
    const { pathDto, queryDto, responseSpec, method, nestDecoratedParts } = operation;
    const hasFieldsParameter = method === 'get' && responseSpec.keys !== undefined;
    const body = operation.body && toBodySchema(operation.body, toInlineSchema);
    const content = operation.body && body?.properties?.[operation.body.root];
    const findErrorsUnlessStored = content && createNewTextCheck(content);
    return {
      base64Paths: body ? findBase64Paths(body) : [],
      formFields: operation.body?.formAlternative
        ? collectFormFields(toInlineSchema(operation.body.dto))
        : new Map(),
      path: this.compilePart(pathDto, {}, nestDecoratedParts.has('path')),
      query: this.compilePart(
        queryDto,
        hasFieldsParameter ? { fields: fieldsParameterSchema } : {},
        nestDecoratedParts.has('query'),
      ),
      ...(body ? { body: this.validatorCompiler.compile(body) } : {}),
      ...(findErrorsUnlessStored ? { findErrorsUnlessStored } : {}),
      ...(operation.form
        ? { form: this.validatorCompiler.compile(toInlineSchema(operation.form.dto)) }
        : {}),
    };
  }

  /** @param allowsUndeclaredMembers whether any member is allowed if there is no DTO class */
  private compilePart(
    dto: DtoClass | undefined,
    extraProperties: Record<string, JsonSchema>,
    allowsUndeclaredMembers = false,
  ): ObjectValidator {
    const schema = dto
      ? toInlineSchema(dto)
      : { type: 'object' as const, additionalProperties: allowsUndeclaredMembers };
    const properties = { ...schema.properties, ...extraProperties };
    return { properties, validate: this.validatorCompiler.compile({ ...schema, properties }) };
  }
}

/** Paths of the schema's Base64 members outside of arrays. */
function findBase64Paths({ properties = {}, ...schema }: JsonSchema): MemberPath[] {
  if (schema['x-base64'] === true) return [[]];
  return Object.entries(properties).flatMap(([name, member]) =>
    findBase64Paths(member).map((path) => [name, ...path]),
  );
}
