import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import type { ServiceClient } from '../../../support/service/service';
import { PASSWORD, userBody } from '../../users/staff';
import type { Twin } from '../processes/twin';

/** Callers that may do everything, until they are revoked. */
export interface RevocableCaller {
  /** API key or login token. */
  readonly key: string;
  readonly revoke: () => Promise<unknown>;
}

/** Ways to create a caller, by the way in which it is revoked. */
export type WaysOfRevocation = Readonly<Record<string, () => Promise<RevocableCaller>>>;

interface Key {
  readonly id: number;
  readonly key: string;
}

interface Administrator {
  readonly id: number;
  readonly token: string;
}

const MINUTE_MS = 60_000;

/**
 * Makes callers of a service, and revokes them over its twin. So the service gets no notice, as it would not of
 * another process's changes.
 */
export class RevocableCallers {
  readonly ways: WaysOfRevocation = {
    'a deleted key': () => this.key(({ id }) => this.remove(`apiKeys/${id}`)),
    'a key that is deleted with the one that made it': () => this.childKey(),
    'a rotated key': () => this.key(({ id }) => this.rotate(id, 0)),
    'a key whose old secret ends': () => this.oldSecret(),
    'a key that expires': () => this.expiringKey(),
    'a deleted administrator': () => this.user(({ id }) => this.remove(`users/${id}`)),
    'a deactivated administrator': () => this.user(({ id }) => this.change(id, { active: false })),
    'an administrator with another password': () =>
      this.user(({ id }) => this.change(id, { password: `${PASSWORD} now` })),
    'an administrator of another level': () =>
      this.user(({ id }) => this.change(id, { systemLevel: 4 })),
    'an administrator who has left the group': () =>
      this.user(async ({ id }) => this.change(id, { group: { id: await this.group() } })),
    'an administrator whose group is replaced': () => this.user(() => this.replaceGroup()),
  };

  private constructor(
    private readonly twin: Twin,
    public systemGroup: number,
  ) {}

  /** Makes the system group, with somebody who is left whatever happens, so that others can go. */
  static async of(twin: Twin): Promise<RevocableCallers> {
    const callers = new RevocableCallers(twin, 0);
    await callers.replaceGroup();
    return callers;
  }

  private async key(revoke: (key: Key) => Promise<unknown>): Promise<RevocableCaller> {
    const key = await this.makeKey();
    return { key: key.key, revoke: () => revoke(key) };
  }

  private async childKey(): Promise<RevocableCaller> {
    const parent = await this.makeKey();
    const { key } = await this.makeKey({}, parent.key);
    return { key, revoke: () => this.remove(`apiKeys/${parent.id}?descendants=true`) };
  }

  private async oldSecret(): Promise<RevocableCaller> {
    const now = Date.now();
    this.twin.at(now);
    const { id, key } = await this.makeKey();
    await this.rotate(id, MINUTE_MS / 1000);
    return { key, revoke: async () => this.twin.at(now + MINUTE_MS) };
  }

  private async expiringKey(): Promise<RevocableCaller> {
    const now = Date.now();
    this.twin.at(now);
    const expiresAt = new Date(now + MINUTE_MS).toISOString();
    const { key } = await this.makeKey({ expiresAt });
    return { key, revoke: async () => this.twin.at(now + MINUTE_MS) };
  }

  private async user(revoke: (user: Administrator) => Promise<unknown>): Promise<RevocableCaller> {
    const user = await this.makeAdministrator();
    return { key: user.token, revoke: () => revoke(user) };
  }

  /** An administrator of level 3 with a login. */
  async makeAdministrator(): Promise<Administrator> {
    const nick = randomUUID();
    const id = await this.makeUser({ nick, group: { id: this.systemGroup }, systemLevel: 3 });
    const auth = { nick, password: PASSWORD };
    const { token } = done(await this.twin.post('/v1/auth/login', { auth }, { key: null })) as {
      token: string;
    };
    return { id, token };
  }

  async makeKey(values: object = {}, by?: string): Promise<Key> {
    const apiKeys = { name: randomUUID(), scopes: ['*'], ...values };
    return done(await this.twin.post('/v1/apiKeys', { apiKeys }, by ? { key: by } : {})) as Key;
  }

  private async makeUser(values: object): Promise<number> {
    const made = done(await this.twin.post('/v1/users', { users: userBody(values) }));
    return (made as { ID: number }).ID;
  }

  private async group(): Promise<number> {
    const pId = randomUUID();
    const usersGroups = { pId, name: pId, description: '' };
    const made = done(await this.twin.post('/v1/usersGroups', { usersGroups }));
    return (made as { ID: number }).ID;
  }

  private async replaceGroup(): Promise<void> {
    const id = await this.group();
    await this.makeUser({ group: { id }, systemLevel: 3 });
    const usersGroups = { systemGroup: true };
    done(await this.twin.put(`/v1/usersGroups/${id}`, { usersGroups }));
    this.systemGroup = id;
  }

  private async change(id: number, users: object): Promise<void> {
    done(await this.twin.put(`/v1/users/${id}`, { users }));
  }

  private async rotate(id: number, keepOldFor: number): Promise<void> {
    done(await this.twin.post(`/v1/apiKeys/${id}/rotate`, { apiKeys: { keepOldFor } }));
  }

  private async remove(path: string): Promise<void> {
    done(await this.twin.delete(`/v1/${path}`));
  }
}

/** Lets every process of a service know a caller, which it then trusts for some seconds. */
export async function makeKnown(service: ServiceClient, key: string): Promise<void> {
  for (let process = 0; process < 2; process++) done(await service.get('/v1/apiKeys', { key }));
}

function done({ status, body, text }: Response): unknown {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body as unknown;
}
