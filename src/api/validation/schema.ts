/** A JSON Schema of dialect 2020-12, as OpenAPI 3.1 takes it and as the validator compiles it. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  enum?: (string | number | boolean)[];
  const?: string | number;
  not?: JsonSchema;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  deprecated?: boolean;
  /** Of a text: its type, and what it says. */
  contentMediaType?: string;
  contentSchema?: JsonSchema;
  /** What the values of `enum` are called in generated clients. */
  'x-enum-varnames'?: string[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  /** Number of decimals that a number may have; the service reads it as a whole number of such units. */
  'x-decimals'?: number;
  /** Names of members that no two elements of the array share. */
  'x-unique'?: string[];
  /** An ISO 8601 instant that the service reads as a point in time. */
  'x-instant'?: boolean;
  /** An ISO 8601 instant that the service keeps with its offset. */
  'x-offset-instant'?: boolean;
  /** A text of at most this many characters; or a number, true or false, which is read as its text. */
  'x-scalar'?: number;
  /** Base64, bare or as a data URI, that the service reads as bytes. */
  'x-base64'?: boolean;
  /** A reference `{id, pId}`, in which 0 and "" stand for absent; only a needed one has to name something. */
  'x-reference'?: 'needed' | 'optional';
  /** A code in any case, which the service keeps in the case of its format's standard. */
  'x-code'?: boolean;
  /** An empty text stands for none: the service reads it as null. */
  'x-none'?: boolean;
  /** What the list can be sorted by. */
  'x-sort'?: string[];
  /** Members that exist but can't be changed by this operation. */
  'x-fixed'?: string[];
  /** An addition to the specification. */
  'x-extension'?: boolean;
}
