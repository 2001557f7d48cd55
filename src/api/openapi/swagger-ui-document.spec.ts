import { readFileSync } from 'node:fs';
import type {
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import type { OpenApiDocument } from './openapi-document';
import { toSwaggerUiDocument } from './swagger-ui-document';

const documentWith = (schema: object): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Store', version: '1' },
  paths: {},
  components: { schemas: { Row: schema as SchemaObject } },
});

describe('toSwaggerUiDocument', () => {
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
  ])('converts %j to OpenAPI 3.0', (schema, expected) => {
    expect(toSwaggerUiDocument(documentWith(schema))).toEqual({
      ...documentWith(expected),
      openapi: '3.0.3',
    });
  });

  it('omits the media type for anything, which would request JSON', () => {
    const content = { 'application/json': {}, 'application/octet-stream': {}, '*/*': {} };
    const answer = { responses: { 201: { description: 'Done', content } } };
    const document = { ...documentWith({}), paths: { '/v1/a': { post: answer } } };
    const shown = toSwaggerUiDocument(document).paths['/v1/a']?.post?.responses?.['201'] as object;
    expect(shown).toEqual({
      description: 'Done',
      content: { 'application/json': {}, 'application/octet-stream': {} },
    });
  });

  it('has no examples for optional fields of a form', () => {
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

  it('keeps properties with the names of keywords', () => {
    const schema = {
      type: 'object',
      properties: { examples: { type: 'string' }, exclusiveMinimum: { type: 'boolean' } },
    };
    expect(toSwaggerUiDocument(documentWith(schema)).components).toEqual({
      schemas: { Row: schema },
    });
  });

  it('offers all kinds and actions of changes', () => {
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApiDocument;
    const shown = toSwaggerUiDocument(document).paths['/v1/changes']?.get?.parameters;
    const schemaOf = (wanted: string) =>
      (shown as ParameterObject[]).find(({ name }) => name === wanted)?.schema;
    const [order, moved] = ['order', 'moved'].map((word) => expect.arrayContaining([word]));
    expect(schemaOf('kind')).toMatchObject({ enum: order });
    expect(schemaOf('kinds')).toMatchObject({ items: { enum: order } });
    expect(schemaOf('actions')).toMatchObject({ items: { enum: moved } });
  });

  it('does not change the document itself', () => {
    const document = documentWith({ examples: ['mug'] });
    toSwaggerUiDocument(document);
    expect(document).toEqual(documentWith({ examples: ['mug'] }));
  });
});
