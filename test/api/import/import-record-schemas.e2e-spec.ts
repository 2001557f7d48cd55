import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestBodyObject } from 'openapi3-ts/oas31';
import type { OpenApiDocument } from '../../../src/api/openapi/openapi-document';
import type { JsonSchema } from '../../../src/api/validation/schema';
import {
  createImportRecordSchema,
  ImportRecordTypeRegistry,
} from '../../../src/platform/data-transfer/imports';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';

const folder = join(__dirname, '../../../docs/schemas');

describe('Schemas of lines', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });

  afterAll(() => service.stop());

  it('are those that stand in the documentation, and any key may read them', async () => {
    const keys = { apiKeys: { name: 'reader', scopes: ['news:read'] } };
    const { key } = (await service.post('/v1/apiKeys', keys)).body as { key: string };
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(35);
    for (const file of files) {
      const path = `/v1/schemas/${file.replace('.json', '')}`;
      const { status, body } = await service.get(path, { key });
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(body).toEqual(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    }
    expect((await service.get('/v1/schemas/mug')).status).toBe(404);
    expect((await service.get('/v1/schemas/tax', { key: null })).status).toBe(401);
  });

  it('are those of the OpenAPI document, as what the import takes', async () => {
    const document = (await service.get('/openapi.json')).body as OpenApiDocument;
    const schemas = document.components.schemas as Record<string, JsonSchema>;
    const body = document.paths['/v1/import']?.post?.requestBody as RequestBodyObject;
    const lines = body.content['application/x-ndjson']?.schema as JsonSchema;
    expect(lines.contentSchema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/ImportLine' },
    });
    const types = service.app.get(ImportRecordTypeRegistry).list();
    const described = schemas['ImportLine']?.oneOf?.map(({ $ref = '' }) => {
      return schemas[$ref.replace('#/components/schemas/', '')];
    });
    const kept = types.map((type) => {
      const { $schema, ...schema } = createImportRecordSchema(type);
      expect($schema).toContain('2020-12');
      return schema;
    });
    expect(described).toEqual(kept);
    expect(types).toHaveLength(readdirSync(folder).length);
  });

  it('contain each error of a refused line', async () => {
    const { errors } = await importLines(service, [
      { type: 'tax', pId: '', rate: 'much', more: 1 },
    ]);
    expect(errors).toHaveLength(1);
    for (const part of ['name', '/rate', 'more', '/pId']) expect(errors[0]?.detail).toContain(part);
  });
});
