import type { OperationObject, RequestBodyObject, SchemaObject } from 'openapi3-ts/oas31';
import type { OpenApiDocument } from './document';
import { toSwaggerUiDocument } from './swagger-ui-document';

const documentWith = (schema: object): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Store', version: '1' },
  paths: {},
  components: { schemas: { Row: schema as SchemaObject } },
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
    expect(toSwaggerUiDocument(documentWith(schema))).toEqual({
      ...documentWith(expected),
      openapi: '3.0.3',
    });
  });

  it('offers no type that would mean JSON', () => {
    const content = { 'application/json': {}, 'application/octet-stream': {}, '*/*': {} };
    const answer = { responses: { 201: { description: 'Done', content } } };
    const document = { ...documentWith({}), paths: { '/v1/a': { post: answer } } };
    const shown = toSwaggerUiDocument(document).paths['/v1/a']?.post?.responses?.['201'] as object;
    expect(shown).toEqual({
      description: 'Done',
      content: { 'application/json': {}, 'application/octet-stream': {} },
    });
  });

  it('has no values made up for fields of a form that may be absent', () => {
    const properties = {
      image: { type: 'string', format: 'binary' },
      width: { type: 'integer', maximum: 9 },
      resize: { type: 'boolean', default: true },
    };
    const content = { 'multipart/form-data': { schema: { required: ['image'], properties } } };
    const post = { responses: {}, requestBody: { content } } as unknown as OperationObject;
    const shown = toSwaggerUiDocument({ ...documentWith({}), paths: { '/v1/a': { post } } });
    const body = shown.paths['/v1/a']?.post?.requestBody as RequestBodyObject;
    expect(body.content['multipart/form-data']?.schema).toEqual({
      required: ['image'],
      properties: { ...properties, width: { ...properties.width, example: '' } },
    });
  });

  it('leaves members alone that are only called so', () => {
    const schema = {
      type: 'object',
      properties: { examples: { type: 'string' }, exclusiveMinimum: { type: 'boolean' } },
    };
    expect(toSwaggerUiDocument(documentWith(schema)).components).toEqual({
      schemas: { Row: schema },
    });
  });

  it('leaves the document itself as it is', () => {
    const document = documentWith({ examples: ['mug'] });
    toSwaggerUiDocument(document);
    expect(document).toEqual(documentWith({ examples: ['mug'] }));
  });
});
