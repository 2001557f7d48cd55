import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { openApiOf } from '../../../src/app';
import { Configuration } from '../../../src/config/configuration';
import { FORM_TYPE, field, file, form } from '../../support/multipart';
import { MASTER_KEY, Service } from '../../support/service';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example?: string | number;
  readonly examples?: Readonly<Record<string, { value: string }>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { example?: unknown; examples?: Readonly<Record<string, { value: unknown }>> }>
    >;
  };
}

type Method = 'get' | 'put' | 'post' | 'delete';

interface Example {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly type: string;
  readonly body: unknown;
}

/** A value is named by one of two query parameters: neither is required, so neither is filled in. */
const NAMED_BY_QUERY = 'removeTagValueOfTag';

describe('the examples of the OpenAPI document, on the demo store', () => {
  let service: Service;
  let examples: Example[];

  beforeAll(async () => {
    service = await Service.start({
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'example').toString('base64'),
    });
    await fillStore(new Client(service.url, MASTER_KEY), {
      ...{ seed: 1, customers: 5, orders: 0, today: '2026-03-01' },
    });
    const webhooks = { url: 'https://erp.example.com/store', events: ['order.created'] };
    await service.post('/v1/webhooks', { webhooks });
    const document = openApiOf(service.app, Configuration.from({}));
    examples = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<Method, Described>).map(([method, operation]) =>
        exampleOf(method as Method, path, operation),
      ),
    );
  });

  afterAll(() => service.stop());

  async function refused(method: Method): Promise<string[]> {
    const found: string[] = [];
    for (const one of examples.filter((example) => example.method === method).sort(innerFirst)) {
      const { status, text } = await send(one);
      if (status >= 300) found.push(`${one.id}: ${one.path} ${status} ${text}`);
    }
    return found;
  }

  function send({ method, path, type, body }: Example) {
    if (body === undefined) return service.send(method, path);
    return service.send(method, path, { body, headers: { 'Content-Type': type } });
  }

  it('are there for every operation', () => {
    expect(examples.length).toBeGreaterThanOrEqual(204);
  });

  it('read what is there', async () => {
    expect(await refused('get')).toEqual([]);
  });

  it('change what is there', async () => {
    expect(await refused('put')).toEqual([]);
  });

  it('create what is not there yet', async () => {
    expect(await refused('post')).toEqual([]);
  });

  it('delete what is there', async () => {
    const found = await refused('delete');
    expect(found).toEqual([expect.stringContaining(`${NAMED_BY_QUERY}: `)]);
  });
});

/** Parts before what they are part of, and one of them before all. */
function innerFirst(one: Example, other: Example): number {
  const depth = ({ path }: Example) => 2 * path.split('/').length + (/\d$/.test(path) ? 1 : 0);
  return depth(other) - depth(one);
}

/** The example, or the first of several. */
function valueOf({ example, examples = {} }: Parameter): string | number {
  return example ?? Object.values(examples)[0]?.value ?? '';
}

function exampleOf(method: Method, template: string, operation: Described): Example {
  const { operationId: id, parameters, requestBody } = operation;
  const required = parameters.filter((one) => one.required);
  const path = required
    .filter((one) => one.in === 'path')
    .reduce(
      (text, parameter) =>
        text.replace(`{${parameter.name}}`, encodeURIComponent(valueOf(parameter))),
      template,
    );
  const query = required
    .filter((one) => one.in === 'query')
    .map((parameter) => `${parameter.name}=${encodeURIComponent(valueOf(parameter))}`)
    .join('&');
  const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const place = { id, method, path: query === '' ? path : `${path}?${query}` };
  if (type !== 'multipart/form-data')
    return {
      ...place,
      type,
      body: content?.example ?? Object.values(content?.examples ?? {})[0]?.value,
    };
  const body = form(field('path', 'products'), file('notes.txt')).toString();
  return { ...place, type: FORM_TYPE, body };
}
