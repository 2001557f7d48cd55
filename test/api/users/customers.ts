import type { Response } from 'supertest';
import { createLoadPlan } from '../../../src/core/load-plan';
import { DataAccess } from '../../../src/database';
import { CatalogRepository, type ElementKind } from '../../../src/platform/catalog';
import { ShoppingListsService } from '../../../src/modules/users/shopping-lists/shopping-lists.service';
import { User } from '../../../src/modules/users/users/user.entity';
import type { Service } from '../../support/service/service';
import { importLines } from '../../support/import';
import { PASSWORD, Staff } from './staff';

const lastUsedPlan = createLoadPlan(User, ['lastUsed']);
const LONG_AGO = new Date('2001-01-01T00:00:00Z');

/** Customers of a store, and the elements of its catalog that they care for. */
export class Customers {
  private made = 0;

  private constructor(
    private readonly service: Service,
    private readonly staff: Staff,
  ) {}

  static async of(service: Service): Promise<Customers> {
    return new Customers(service, await Staff.of(service));
  }

  /** A new customer, put in past the API: that would hash a password for each. */
  async add(): Promise<{ id: number; pId: string }> {
    const user = await this.staff.add({ groupId: this.staff.customers });
    const lists = this.service.app.get(ShoppingListsService);
    await this.service.app.get(DataAccess).unitOfWork.run(() => lists.createForUsers([user.id]));
    return user;
  }

  /** Asks the API for a new customer. */
  create(values: object = {}): Promise<Response> {
    const pId = `customer-${++this.made}`;
    const address = { pId: 'home', alias: 'Home', countryCode: 'ES', type: 1, firstName: 'Ada' };
    const users = {
      ...{ pId, email: `${pId}@example.com`, password: PASSWORD, languageCode: 'en' },
      ...{ group: { pId: 'customers' }, addressBook: [address] },
      ...values,
    };
    return this.service.post('/v1/users', { users });
  }

  /** Imports elements of the catalog. @returns the ids, by pId */
  async elements(kind: ElementKind, ...pIds: string[]): Promise<Record<string, number>> {
    await importLines(
      this.service,
      pIds.map((pId) => ({ type: kind, pId, name: `The ${pId}` })),
    );
    const found = await this.service.app.get(CatalogRepository).findByPIds(kind, pIds);
    return Object.fromEntries([...found].map(([pId, { id }]) => [pId, id]));
  }

  /** Whether a change moves LASTUSED, for each of the users. */
  async touchedBy(ids: readonly number[], change: () => Promise<unknown>): Promise<boolean[]> {
    const { unitOfWork, writer, loader } = this.service.app.get(DataAccess);
    await unitOfWork.run(() => writer.update(User, { id: ids }, { lastUsed: LONG_AGO }));
    await change();
    const users = await loader.listByIds(User, ids, lastUsedPlan);
    return users.map(({ lastUsed }) => lastUsed > LONG_AGO);
  }
}

/** How often each status stands among the answers. */
export function statusesOf(responses: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Sends as many requests at once. */
export function atOnce(
  count: number,
  send: (index: number) => Promise<Response>,
): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}
