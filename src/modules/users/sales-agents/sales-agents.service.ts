import { Injectable } from '@nestjs/common';
import { NotFound, defineError } from '../../../core/errors';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import { DataAccess } from '../../../database';
import type { CallerRights } from '../administrators/administrators.service';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import { User } from '../users/user.entity';
import type { UpdateSalesAgentDto } from './sales-agent.dto';

/** 409: a customer has at most one sales agent. */
export const CustomerHasSalesAgent = defineError<{ userId: number; agentId: number }>({
  code: 'salesAgent.taken',
  status: 409,
  title: 'The customer already has a sales agent',
  remedy: 'Remove the customer from its current agent first.',
  detail: ({ userId, agentId }) => `The sales agent of the user ${userId} is ${agentId}.`,
  extensionMembers: ({ agentId }) => ({ existingId: agentId }),
});

/** 422: a sales agent can't be its own customer. */
export const SalesAgentSelfAssignment = defineError({
  code: 'salesAgent.itself',
  status: 422,
  title: 'The agent and the customer are the same user',
  remedy: 'Send the id of another user.',
  detail: () => "A sales agent can't be its own customer.",
});

const assignedAgentPlan = createLoadPlan(User, ['salesAgentId']);

/** Manages sales agents and their customers. */
@Injectable()
export class SalesAgentsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {}

  /** @throws NotFound */
  get<R>(id: number, plan: LoadPlan<User, R>): Promise<R> {
    return this.users.get(id, plan);
  }

  /** @throws NotFound */
  update(
    id: number,
    { active, percentCommission }: UpdateSalesAgentDto,
    caller: CallerRights,
  ): Promise<void> {
    return this.userUnitOfWork.runAndTouchIfChanged(id, caller, () =>
      this.users.update(id, { agent: active, agentCommission: percentCommission }),
    );
  }

  /** Assigns a customer to an agent. @throws NotFound, SalesAgentSelfAssignment, CustomerHasSalesAgent */
  assignCustomer(id: number, userId: number, caller: CallerRights): Promise<void> {
    return this.userUnitOfWork.runForUsers([id, userId], caller, async () => {
      if (id === userId) throw new SalesAgentSelfAssignment();
      const { salesAgentId: agentId } = await this.users.get(userId, assignedAgentPlan);
      if (agentId !== null) throw new CustomerHasSalesAgent({ userId, agentId });
      await this.users.update(userId, { salesAgentId: id });
    });
  }

  /** Removes a customer from an agent. @throws NotFound, also if the user is not a customer of the agent */
  unassignCustomer(id: number, userId: number, caller: CallerRights): Promise<void> {
    return this.userUnitOfWork.runForUsers([id, userId], caller, async () => {
      const customerConditions = { id: userId, salesAgentId: id };
      const updatedCount = await this.dataAccess.writer.update(User, customerConditions, {
        salesAgentId: null,
      });
      if (updatedCount === 0) throw new NotFound({ resource: 'customer', id: userId });
    });
  }
}
