import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import type { Response } from 'supertest';
import { Clock } from '../../../src/core/clock';
import { toSortKey } from '../../../src/core/text-folding';
import { DataAccess } from '../../../src/database';
import { UserGroup } from '../../../src/modules/users/groups/user-group.entity';
import { toEmailKey } from '../../../src/modules/users/users/email-key';
import { User } from '../../../src/modules/users/users/user.entity';
import type { Service } from '../../support/service/service';

export const PASSWORD = 'the password of the staff';

/** The people of a store's back office, and customers as well; stored without the API. */
export class Staff {
  private constructor(
    private readonly service: Service,
    readonly systemGroup: number,
    readonly customers: number,
  ) {}

  /** Makes the system group and a group of customers. */
  static async of(service: Service): Promise<Staff> {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const dateAdded = service.app.get(Clock).now();
    const group = { name: 'A group', description: '', dateAdded };
    const [systemGroup = 0, customers = 0] = await unitOfWork.run(() =>
      writer.insert(UserGroup, [
        { ...group, pId: 'administrators', systemMarker: 1 },
        { ...group, pId: 'customers', systemMarker: null },
      ]),
    );
    return new Staff(service, systemGroup, customers);
  }

  /** An active super-administrator with PASSWORD, unless `values` differ. */
  async add(values: Partial<User> = {}): Promise<User> {
    const { unitOfWork, writer } = this.service.app.get(DataAccess);
    const now = this.service.app.get(Clock).now();
    const pId = randomUUID();
    const email = values.email ?? `${pId}@Example.com`;
    const user: Partial<User> = {
      pId,
      active: true,
      email,
      emailKey: toEmailKey(email),
      emailFolded: toSortKey(email),
      nick: `nick-${pId}`,
      nickFolded: '',
      passwordHash: cheapHash(PASSWORD),
      passwordTrusted: true,
      credentialVersion: 0,
      groupId: this.systemGroup,
      systemLevel: 3,
      userType: 1,
      gender: 1,
      birthDay: null,
      languageCode: 'en',
      currencyCode: '',
      image: '',
      blogger: false,
      blogVerified: false,
      reverseChargeVat: false,
      useShippingAddress: false,
      verified: true,
      visits: 1,
      agent: false,
      salesAgentId: null,
      dateAdded: now,
      lastUsed: now,
      ...values,
    };
    const [id = 0] = await unitOfWork.run(() => writer.insert(User, [user]));
    return { ...user, id } as User;
  }

  /** Changes a user as another process would, without notice to this one. */
  async change(id: number, values: Partial<User>): Promise<void> {
    const { unitOfWork, writer } = this.service.app.get(DataAccess);
    await unitOfWork.run(() => writer.update(User, id, values));
  }

  /** Marks a group as the system group. */
  mark(groupId: number, key?: string): Promise<Response> {
    const usersGroups = { systemGroup: true };
    return this.service.put(`/v1/usersGroups/${groupId}`, { usersGroups }, { key });
  }

  /** Logs a member of the staff in. */
  async token({ nick }: User): Promise<string> {
    const { body } = await this.service.post(
      '/v1/auth/login',
      { auth: { nick, password: PASSWORD } },
      { key: null },
    );
    return (body as { token: string }).token;
  }
}

/** The body of a user who is created by the API. */
export function userBody(values: object): object {
  const pId = randomUUID();
  return {
    pId,
    email: `${pId}@example.com`,
    password: PASSWORD,
    languageCode: 'en',
    addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' }],
    ...values,
  };
}

/** A hash that is checked quickly: specs log in many times. */
export function cheapHash(password: string): string {
  const [N, r, p] = [16, 1, 1];
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}
