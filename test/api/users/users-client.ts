import type { Response } from 'supertest';
import { PasswordHasher } from '../../../src/modules/users/passwords/password-hasher';
import type { Service } from '../../support/service/service';
import { cheapHash } from './staff';

/** A user as it is answered, as far as specs look into it. */
export interface UserRecord {
  readonly ADDRESSBOOK: {
    readonly BILLINGADDRESS: readonly AddressRecord[];
    readonly SHIPPINGADDRESS: readonly AddressRecord[];
  };
  readonly DATEADDED: string;
  readonly EMAIL: string;
  readonly GROUP: { readonly ID: number; readonly PID: string };
  readonly ID: number;
  readonly LASTUSED: string;
  readonly NICK: string;
  readonly PID: string;
  readonly [key: string]: unknown;
}

/** An address as users and address books show it. */
export interface AddressRecord {
  readonly ID: number;
  readonly PID: string;
  readonly DEFAULT: 0 | 1;
  readonly [key: string]: unknown;
}

export interface UserList {
  readonly CURSORS: { readonly NEXT: string; readonly PREVIOUS: string };
  readonly ITEMS: number;
  readonly PAGERPARAMETERS: object;
  readonly USERS: readonly UserRecord[];
}

export const PASSWORD = 'correct horse battery staple';

/** The calls of users, with bodies that are whole. */
export class UsersClient {
  private made = 0;

  private constructor(
    private readonly service: Service,
    /** The default group of users. */
    readonly group: { readonly id: number; readonly pId: string },
  ) {}

  /** Passwords are hashed cheaply from then on: these specs are not about them. */
  static async of(service: Service): Promise<UsersClient> {
    const passwords = service.app.get(PasswordHasher);
    jest.spyOn(passwords, 'hash').mockImplementation((text) => Promise.resolve(cheapHash(text)));
    const usersGroups = { pId: 'shoppers', name: 'Shoppers' };
    const { body } = await service.post('/v1/usersGroups', { usersGroups });
    return new UsersClient(service, { id: (body as { ID: number }).ID, pId: 'shoppers' });
  }

  /** A create body with all that is required. */
  fields(values: object = {}): Record<string, unknown> {
    const number = ++this.made;
    return {
      pId: `user-${number}`,
      email: `User-${number}@Example.com`,
      password: PASSWORD,
      languageCode: 'en',
      group: { pId: this.group.pId },
      addressBook: [this.address()],
      ...values,
    };
  }

  /** An address as create bodies take it. */
  address(values: object = {}): Record<string, unknown> {
    const number = ++this.made;
    return {
      ...{ pId: `address-${number}`, alias: 'Home', type: 1, countryCode: 'ES' },
      firstName: 'Ada',
      ...values,
    };
  }

  post(values: object = {}, key?: string): Promise<Response> {
    return this.service.post('/v1/users', { users: this.fields(values) }, { key });
  }

  async create(values: object = {}): Promise<UserRecord> {
    const { status, body, text } = await this.post(values);
    if (status !== 201) throw new Error(text);
    return body as UserRecord;
  }

  async get(id: number): Promise<UserRecord> {
    return (await this.service.get(`/v1/users/${id}`)).body as UserRecord;
  }

  put(id: number, users: object, key?: string): Promise<Response> {
    return this.service.put(`/v1/users/${id}`, { users }, { key });
  }

  delete(id: number, key?: string): Promise<Response> {
    return this.service.delete(`/v1/users/${id}`, { key });
  }

  async list(query = ''): Promise<UserList> {
    const { status, body, text } = await this.service.get(`/v1/users?${query}`);
    if (status !== 200) throw new Error(text);
    return body as UserList;
  }

  async count(query = ''): Promise<number> {
    const { body } = await this.service.get(`/v1/users/count?${query}`);
    return (body as { ITEMS: number }).ITEMS;
  }
}

/** The places of the faults of a refusal. */
export function pointersOf({ body }: Response): string[] {
  return (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
}
