import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Operations } from '../../src/api/operation/operations';
import type { Operation } from '../../src/api/operation/operation';
import { routeMatches } from '../../src/api/request/routes';
import { Service } from '../support/service';

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

const pathOf = ({ route }: Operation): string =>
  route.replace(/^\/v1/, '').replace(/:(\w+)/g, '{$1}');

describe('operations', () => {
  let service: Service;
  let operations: readonly Operation[];

  beforeAll(async () => {
    service = await Service.start();
    operations = service.app.get(Operations).all();
  });

  afterAll(async () => {
    await service.stop();
  });

  const specificationOf = (operation: Operation): Specified | undefined =>
    specified.find(({ method, path }) => method === operation.method && path === pathOf(operation));

  it('are 204 in the specification', () => {
    expect(specified).toHaveLength(204);
  });

  it('stand in the specification or are marked as extensions', () => {
    const unmarked = operations.filter((one) => !one.extension && !specificationOf(one));
    const marked = operations.filter((one) => one.extension && specificationOf(one));
    expect(unmarked.map(({ route }) => route)).toEqual([]);
    expect(marked.map(({ route }) => route)).toEqual([]);
    expect(operations.filter((one) => !one.extension).length).toBeGreaterThan(0);
  });

  it('have the status, the request type and the body root of the specification', () => {
    for (const operation of operations) {
      const said = specificationOf(operation);
      if (!said) continue;
      const { id, status, cost } = operation;
      expect({ id, status, cost }).toEqual({ id, status: said.status, cost: said.type });
      const hasRoot = !['-', 'see design', 'form-data'].includes(said.root);
      if (hasRoot) expect({ id, root: operation.body?.root }).toEqual({ id, root: said.root });
    }
  });

  it('are registered so that a literal path is never taken for a parameter', () => {
    const shadowed: string[] = [];
    operations.forEach((later, index) => {
      const path = later.route.split('/').map((part) => (part.startsWith(':') ? 'anything' : part));
      for (const earlier of operations.slice(0, index)) {
        const parts = earlier.route.split('/');
        const isMoreGeneral = parts.some(
          (part, at) => part.startsWith(':') && !later.route.split('/')[at]?.startsWith(':'),
        );
        if (earlier.method === later.method && isMoreGeneral && routeMatches(parts, path)) {
          shadowed.push(`${later.route} is hidden by ${earlier.route}`);
        }
      }
    });
    expect(shadowed).toEqual([]);
  });
});
