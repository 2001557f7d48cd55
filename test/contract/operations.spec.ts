import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../src/api/openapi/openapi-document';
import { createOpenApiDocument } from '../../src/bootstrap/create-app';
import { OperationRegistry } from '../../src/api/operation/operation-registry';
import type { Operation } from '../../src/api/operation/operation';
import { Configuration } from '../../src/config/configuration';
import { Service } from '../support/service/service';

/** One line of the specification's list of operations. */
interface Specified {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly root: string;
  readonly type: string;
}

const specified: Specified[] = readFileSync(join(__dirname, 'operations.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([, method = '', path = '', status, root = '', , , type = '']) => ({
    method: method.toLowerCase(),
    path,
    status: Number(status),
    root,
    type,
  }));

/** The operations of the document, `get /path`, and whether each is marked as an addition. */
function documented({ paths }: OpenApiDocument): Map<string, boolean> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, object>).map(
      ([method, operation]) =>
        [`${method} ${path.replace(/^\/v1/, '')}`, 'x-extension' in operation] as const,
    ),
  );
  return new Map(operations);
}

const pathOf = ({ route }: Operation): string =>
  route.replace(/^\/v1/, '').replace(/:(\w+)/g, '{$1}');

describe('operations', () => {
  let service: Service;
  let operations: readonly Operation[];

  beforeAll(async () => {
    service = await Service.start();
    operations = service.app.get(OperationRegistry).list();
  });

  afterAll(async () => {
    await service.stop();
  });

  const specificationOf = (operation: Operation): Specified | undefined =>
    specified.find(({ method, path }) => method === operation.method && path === pathOf(operation));

  it('of the document are the 204 of the specification; all others are marked as additions', () => {
    const ofTheSpecification = specified.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ofTheSpecification).size).toBe(204);
    const found = documented(createOpenApiDocument(service.app, service.app.get(Configuration)));
    const unmarked = [...found].filter(([, isMarked]) => !isMarked).map(([operation]) => operation);
    expect(unmarked.sort()).toEqual(ofTheSpecification.sort());
  });

  it('have the status, the request type and the body root of the specification', () => {
    for (const operation of operations.filter((one) => !one.isExtension)) {
      const specified = specificationOf(operation);
      if (!specified) throw new Error(`${operation.id} is not in the specification`);
      const { id, status, cost } = operation;
      expect({ id, status, cost }).toEqual({ id, status: specified.status, cost: specified.type });
      const hasRoot = !['-', 'see design', 'form-data'].includes(specified.root);
      if (hasRoot) expect({ id, root: operation.body?.root }).toEqual({ id, root: specified.root });
    }
  });
});
