import { Injectable } from '@nestjs/common';
import { UsersService } from '../users/users.service';

/** Groups of customers, as other areas change them. */
@Injectable()
export class CustomerGroups {
  constructor(private readonly users: UsersService) {}

  /**
   * Puts a user into a group. It is done without any rights, so nobody becomes an administrator by it or ceases to
   * be one.
   * @throws NotFound without such a user, ReferenceNotFound without such a group, ScopeMissing
   */
  async moveCustomer(userId: number, groupPId: string): Promise<void> {
    const caller = { scopes: new Set<string>() };
    await this.users.update(userId, { group: { pId: groupPId } }, caller);
  }
}
