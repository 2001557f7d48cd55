import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  Read,
  Remove,
  Update,
  wrappedResponse,
  partialUpdateDescription,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { User } from '../users/user.entity';
import { SalesAgentCustomerPath, UpdateSalesAgentDto } from './sales-agent.dto';
import { salesAgentRecord } from './sales-agent.record';
import {
  SalesAgentSelfAssignment,
  CustomerHasSalesAgent,
  SalesAgentsService,
} from './sales-agents.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const salesAgentResponse = wrappedResponse('SALESAGENT', salesAgentRecord);

/** Sales agents and their customers (specification, Users). */
@ApiController('users', { area: 'users', openApiTag: usersOpenApiTag, pathExamples: { userId: 2 } })
export class SalesAgentsController {
  constructor(private readonly agents: SalesAgentsService) {}

  @Read(':id/salesAgent', {
    summary: 'Read the sales agent data of a user',
    description:
      'Returns whether the user is an active sales agent, the commission, and the customers.',
    returns: salesAgentResponse,
  })
  getUserSalesAgent(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<User>) {
    return this.agents.get(id, plan);
  }

  @Update(':id/salesAgent', {
    summary: 'Change the sales agent data of a user',
    description: `${partialUpdateDescription} Customers stay assigned to an inactive agent.`,
    returns: salesAgentResponse,
  })
  async updateUserSalesAgent(
    @PathParams() { id }: IdPath,
    @RequestBody('salesAgent') body: UpdateSalesAgentDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    await this.agents.update(id, body, caller);
    return this.agents.get(id, plan);
  }

  @Create(':id/salesAgent/:userId', {
    summary: 'Add a customer to a sales agent',
    description:
      'Returns the agent with all customers. A customer with another agent is rejected with 409 and that ' +
      "agent's id. `LASTUSED` of both users is updated.",
    returns: salesAgentResponse,
    errors: [NotFound, SalesAgentSelfAssignment, CustomerHasSalesAgent],
  })
  async createUserSalesAgentCustomer(
    @PathParams() { id, userId }: SalesAgentCustomerPath,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    await this.agents.assignCustomer(id, userId, caller);
    return this.agents.get(id, plan);
  }

  @Remove(':id/salesAgent/:userId', {
    summary: 'Remove a customer from a sales agent',
    description:
      "Returns the agent with the remaining customers. Both users stay, and their `LASTUSED` is updated. If the user isn't " +
      'a customer of this agent, the response is 404.',
    returns: salesAgentResponse,
    ifMatchOperation: 'getUser',
  })
  async removeUserSalesAgentCustomer(
    @PathParams() { id, userId }: SalesAgentCustomerPath,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    await this.agents.unassignCustomer(id, userId, caller);
    return this.agents.get(id, plan);
  }
}
