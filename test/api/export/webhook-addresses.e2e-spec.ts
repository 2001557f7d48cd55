import { randomBytes } from 'node:crypto';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';

const ORIGIN = 'https://hooks.example.com';
const ADDRESS = `${ORIGIN}/services/T000/SECRETPATH?token=SECRETTOKEN`;

interface Webhook {
  readonly DESCRIPTION: string;
  readonly URL: string;
  readonly ACTIVE: boolean;
  readonly EVENTS: readonly string[];
}

interface StatusAction {
  readonly PID: string;
  readonly ACTIVE: boolean;
  readonly PARAMETERS: readonly { readonly NAME: string; readonly VALUE: string }[];
}

describe('Addresses of webhooks and status actions in exports without secrets', () => {
  let service: Service;
  let lines: Record<string, unknown>[];

  const webhook = { type: 'webhook', pId: 'hook', url: ADDRESS, events: ['news.created'] };
  const action = {
    ...{ type: 'statusAction', pId: 'told', document: 'order', status: 4, active: true },
    ...{ action: 'NOTIFICATION', parameters: { url: ADDRESS, secretName: 'shop' } },
  };

  /** Webhooks show no pId. */
  const described = (line: { type?: unknown; pId?: unknown }): object =>
    line.type === 'webhook' ? { ...line, description: line.pId } : line;

  const take = async (...some: object[]): Promise<string[]> => {
    const answer = await importLines(service, some.map(described));
    const { errors, created, updated, unchanged } = answer;
    expect(errors).toEqual([]);
    return Object.entries({ created, updated, unchanged }).flatMap(([what, count]) =>
      Array.from({ length: count }, () => what),
    );
  };

  const stored = async (pId: string): Promise<Partial<Webhook> | undefined> => {
    const { body } = await service.get('/v1/webhooks');
    const found = (body as { WEBHOOKS: Webhook[] }).WEBHOOKS.find((one) => one.DESCRIPTION === pId);
    return found && { URL: found.URL, ACTIVE: found.ACTIVE, EVENTS: found.EVENTS };
  };

  beforeAll(async () => {
    service = await Service.start({
      WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_SECRETS: 'shop=secret-of-the-shop',
    });
    await take({ ...webhook, active: true }, action);
    const exports = { types: ['webhook', 'statusAction'] };
    const { ID } = (await service.post('/v1/exports', { exports })).body as { ID: number };
    let state = 'running';
    while (state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      state = ((await service.get(`/v1/exports/${ID}`)).body as { STATE: string }).STATE;
    }
    const { body } = await service.get(`/v1/exports/${ID}/content`);
    const text = Buffer.from((body as { content: string }).content, 'base64').toString();
    expect(text).not.toMatch(/SECRET|services|whsec_/);
    lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  });

  afterAll(() => service.stop());

  it('are origins, which the import creates switched off', async () => {
    expect(lines).toMatchObject([
      { type: 'statusAction', pId: 'told', active: false, parameters: { url: ORIGIN } },
      { type: 'webhook', pId: 'hook', url: ORIGIN },
    ]);
    const copies = lines.map((line) => ({ ...line, pId: `copy of ${String(line['pId'])}` }));
    expect(await take(...copies)).toEqual(['created', 'created']);
    expect(await stored('copy of hook')).toMatchObject({ URL: ORIGIN, ACTIVE: false });
    const { body } = await service.get('/v1/statusActions');
    const actions = (body as { STATUSACTIONS: StatusAction[] }).STATUSACTIONS;
    const copy = actions.find(({ PID }) => PID === 'copy of told');
    expect(copy?.ACTIVE).toBe(false);
    expect(copy?.PARAMETERS).toContainEqual({ NAME: 'url', VALUE: ORIGIN });
  });

  it('leave a webhook at the same origin its address', async () => {
    const line = lines[1] as typeof webhook;
    const before = await stored('hook');
    expect(before).toEqual({ URL: ADDRESS, ACTIVE: true, EVENTS: ['news.created'] });
    expect(await take(line)).toEqual(['unchanged']);
    const EVENTS = ['news.created', 'news.updated'];
    expect(await take({ ...line, events: EVENTS })).toEqual(['updated']);
    expect(await stored('hook')).toEqual({ ...before, EVENTS });
  });

  it('switch a webhook at another origin off', async () => {
    const url = 'https://elsewhere.example.com';
    expect(await take({ ...webhook, pId: 'moved', active: true })).toEqual(['created']);
    expect(await take({ ...webhook, pId: 'moved', url })).toEqual(['updated']);
    expect(await stored('moved')).toMatchObject({ URL: url, ACTIVE: false });
  });

  it('are those of a line with the state of the webhook', async () => {
    expect(await take({ ...webhook, pId: 'exact', active: true })).toEqual(['created']);
    expect(await take({ ...webhook, pId: 'exact', url: ORIGIN, active: true })).toEqual([
      'updated',
    ]);
    expect(await stored('exact')).toMatchObject({ URL: ORIGIN, ACTIVE: true });
  });
});
