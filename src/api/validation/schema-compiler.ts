import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020';
import type { JsonSchema } from './schema';

/**
 * Compiles a schema with one function for each object. As a single function, the validator of an order has 16,000
 * lines, which V8 never optimizes. Identical parts, such as addresses, are compiled once.
 */
export class SchemaCompiler {
  /** Names of parts by their JSON. */
  private readonly partNames = new Map<string, string>();

  constructor(private readonly ajv: Ajv2020) {}

  compile(schema: JsonSchema): ValidateFunction {
    return this.ajv.compile(this.splitIntoParts(schema));
  }

  private splitIntoParts({ properties, items, ...schema }: JsonSchema): JsonSchema {
    if (items) return { ...schema, items: this.toPartReference(items) };
    if (!properties) return schema;
    const members = Object.entries(properties).map(
      ([name, member]) => [name, this.toPartReference(member)] as const,
    );
    return { ...schema, properties: Object.fromEntries(members) };
  }

  /** The surrounding schema fills in defaults, so the reference repeats the default. */
  private toPartReference(schema: JsonSchema): JsonSchema {
    if (!schema.properties) return this.splitIntoParts(schema);
    const json = JSON.stringify(schema);
    let name = this.partNames.get(json);
    if (name === undefined) {
      this.partNames.set(json, (name = `part-${this.partNames.size}`));
      this.ajv.addSchema(this.splitIntoParts(schema), name);
    }
    return { $ref: name, ...('default' in schema && { default: schema.default }) };
  }
}
