/** Fields whose texts must be visible in new data. */
import { MaxLength } from 'class-validator';
import { HasFormat, HasNormalizedFormat, FollowsNewTextRules } from './constraints';
import {
  defineField,
  type DefaultedOptions,
  createEmptyTextConstraint,
  type FieldDecorator,
  type FieldOptions,
  isOptional,
  Text,
} from './fields';
import type { JsonSchema } from './schema';

/** A name of a person or thing: a text in which nothing is invisible. */
export function Name(
  options: DefaultedOptions<string> & { max: number; min?: number },
): FieldDecorator<string> {
  return addNewTextRules('name', options, Text(options));
}

/**
 * A public identifier: 1 to 255 characters without white space at either end. An optional identifier may be empty, and
 * is then read as null.
 */
export function PublicId(options: FieldOptions = {}): FieldDecorator<string | null> {
  return addNewTextRules(
    'identifier',
    options,
    defineField(
      { example: 'size', ...options },
      HasFormat(['public-id']),
      createEmptyTextConstraint(options),
      MaxLength(255),
    ),
  );
}

/** An e-mail address of at most 254 characters, read in NFC; an optional one may be empty. */
export function Email(options: DefaultedOptions<''> = {}): FieldDecorator<string> {
  const format = isOptional(options) ? 'email-address-or-empty' : 'email-address';
  return addNewTextRules(
    'email',
    options,
    defineField(
      { example: 'ada@example.com', ...options },
      HasNormalizedFormat([format]),
      MaxLength(254),
    ),
  );
}

/** Adds the rule for new texts to a field, unless it refers to stored data. */
function addNewTextRules<T>(
  textKind: NonNullable<JsonSchema['x-visible']>,
  { refersToStoredData = false }: FieldOptions,
  decorate: FieldDecorator<T>,
): FieldDecorator<T> {
  return (prototype, property) => {
    decorate(prototype, property);
    if (!refersToStoredData) FollowsNewTextRules([textKind])(prototype, property);
  };
}
