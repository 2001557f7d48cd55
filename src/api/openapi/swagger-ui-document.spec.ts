import type { OpenAPIObject } from '@nestjs/swagger';
import { swaggerUiDocument } from './swagger-ui-document';

const documentWith = (schema: object): OpenAPIObject => ({
  openapi: '3.1.0',
  info: { title: 'Store', version: '1' },
  paths: {},
  components: { schemas: { Row: schema } },
});

describe('swaggerUiDocument', () => {
  it.each([
    [
      { type: 'string', examples: ['mug', 'jug'] },
      { type: 'string', example: 'mug' },
    ],
    [
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0, exclusiveMinimum: true },
    ],
    [
      { type: 'object', properties: { a: { type: 'integer', examples: [1] } } },
      { type: 'object', properties: { a: { type: 'integer', example: 1 } } },
    ],
  ])('says %j in the words of OpenAPI 3.0', (schema, expected) => {
    expect(swaggerUiDocument(documentWith(schema))).toEqual({
      ...documentWith(expected),
      openapi: '3.0.3',
    });
  });

  it('leaves members alone that are only called so', () => {
    const schema = {
      type: 'object',
      properties: { examples: { type: 'string' }, exclusiveMinimum: { type: 'boolean' } },
    };
    expect(swaggerUiDocument(documentWith(schema)).components).toEqual({
      schemas: { Row: schema },
    });
  });

  it('leaves the document itself as it is', () => {
    const document = documentWith({ examples: ['mug'] });
    swaggerUiDocument(document);
    expect(document).toEqual(documentWith({ examples: ['mug'] }));
  });
});
