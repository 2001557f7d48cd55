/** A JSON Schema of dialect 2020-12, as used in OpenAPI 3.1 and compiled by the validator. */
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
  /** Media type of a text; `contentSchema` describes its content. */
  contentMediaType?: string;
  contentSchema?: JsonSchema;
  /** Names of the values of `enum` in generated clients. */
  'x-enum-varnames'?: string[];
  /** Known values of an open list: later versions may add others. */
  'x-extensible-enum'?: string[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  /** The member whose value selects the alternative; references by value. */
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  allOf?: JsonSchema[];
  $ref?: string;
  /** Number of decimals that a number may have; the service reads it as a whole number of such units. */
  'x-decimals'?: number;
  /** Names of members that are unique within the array. */
  'x-unique'?: string[];
  /** An ISO 8601 instant that the service reads as a point in time. */
  'x-instant'?: boolean;
  /** An ISO 8601 instant that the service stores with its offset. */
  'x-offset-instant'?: boolean;
  /** Maximum length of a text. A number or boolean is also accepted, and read as its text. */
  'x-scalar'?: number;
  /** A flag that is answered as 1 or 0: these are also accepted, and read as true and false. */
  'x-flag'?: boolean;
  /** Base64, plain or as a data URI, that the service reads as bytes. */
  'x-base64'?: boolean;
  /** A reference `{id, pId}`, in which 0 and "" mean absent; only a `needed` reference has to name a record. */
  'x-reference'?: 'needed' | 'optional';
  /** A code in any case, or an e-mail address: the service stores it in its normalized form. */
  'x-code'?: boolean;
  /**
   * Kind of a text that must be visible: new identifiers and names have no invisible characters, and new e-mail
   * addresses are those of RFC 5321. A text that the record already has stays valid.
   */
  'x-visible'?: 'identifier' | 'name' | 'email';
  /** A currency that is used today. */
  'x-current'?: boolean;
  /** An empty text is read as null. */
  'x-none'?: boolean;
  /** Fields that the list can be sorted by. */
  'x-sort'?: string[];
  /** Members that exist but can't be changed by this operation. */
  'x-fixed'?: string[];
  /** An extension of the specification. */
  'x-extension'?: boolean;
}
