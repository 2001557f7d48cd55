import { Injectable } from '@nestjs/common';
import { UsersService } from '../users/users.service';

/** Moves customers between user groups, for other modules. */
@Injectable()
export class CustomerGroupsService {
  constructor(private readonly users: UsersService) {}

  /**
   * Moves a user to a group. The change runs without scopes, so it can neither create nor remove administrators.
   * @throws NotFound if there is no such user, ReferenceNotFound if there is no such group, ScopeMissing
   */
  async moveCustomer(userId: number, groupPId: string): Promise<void> {
    const caller = { scopes: new Set<string>() };
    await this.users.update(userId, { group: { pId: groupPId } }, caller);
  }
}
