import { MaxLength } from 'class-validator';
import { HasFormat, IsRequiredWithoutId } from './constraints';
import { SchemaKeywords } from './dto';
import { type FieldDecorator, type FieldOptions, Int, Nested, defineField } from './fields';

/** The `id` of a reference. */
export function ReferenceId(options: FieldOptions = {}): FieldDecorator<number> {
  const description = options.description ?? 'Internal identifier';
  return Int({
    ...options,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: `${description}; 0: none`,
  });
}

/** The `pId` of a reference. Unless it is optional, the reference has to name a record. */
export function ReferencePid(options: FieldOptions = {}): FieldDecorator<string> {
  const description = options.description ?? 'Public identifier';
  const describedOptions = { ...options, description: `${description}; empty: none` };
  const decorate = defineField(describedOptions, HasFormat(['public-id']), MaxLength(255));
  return (prototype, property) => {
    decorate(prototype, property);
    if (!options.optional) IsRequiredWithoutId()(prototype, property);
  };
}

/**
 * A reference to another record. An `id` other than 0 takes precedence over `pId`; one of the two is required. Members
 * that name nothing are removed.
 */
@SchemaKeywords({ 'x-reference': 'needed', examples: [{ id: 1 }] })
export class ReferenceDto {
  @ReferenceId()
  id?: number;

  @ReferencePid()
  pId?: string;
}

/** A reference that may name nothing, and is then read as null. */
@SchemaKeywords({ 'x-reference': 'optional', examples: [{ id: 1 }] })
class OptionalReferenceDto {
  @ReferenceId()
  id?: number;

  @ReferencePid({ optional: true })
  pId?: string;
}

/**
 * A member that refers to another record by `{id, pId}`. An optional reference that names nothing is read as null, and
 * clears the stored one in an update.
 */
export function Reference(options: FieldOptions = {}): FieldDecorator<ReferenceDto | null> {
  return Nested<ReferenceDto | null>(
    () => (options.optional ? OptionalReferenceDto : ReferenceDto),
    options,
  );
}
