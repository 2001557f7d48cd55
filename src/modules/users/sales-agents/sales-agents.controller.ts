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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
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

/** Specification, Users: a user as a sales agent. */
@ApiController('users', { area: 'users', heading: usersOpenApiTag, examples: { userId: 2 } })
export class SalesAgentsController {
  constructor(
    private readonly agents: SalesAgentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read(':id/salesAgent', {
    summary: 'Read the sales agent data of a user',
    description:
      'Whether the user sells for the store, at which commission, and to which customers.',
    returns: salesAgentResponse,
  })
  getUserSalesAgent(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<User>) {
    return this.agents.get(id, plan);
  }

  @Update(':id/salesAgent', {
    summary: 'Change the sales agent data of a user',
    description: `${partialUpdateDescription} The customers stay, also with an agent that is inactive.`,
    returns: salesAgentResponse,
  })
  updateUserSalesAgent(
    @PathParams() { id }: IdPath,
    @RequestBody('salesAgent') body: UpdateSalesAgentDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<User>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.agents.update(id, body, caller);
      return this.agents.get(id, plan);
    });
  }

  @Create(':id/salesAgent/:userId', {
    summary: 'Add a customer to a sales agent',
    description:
      'A customer has one agent: where there is one already it is refused with 409 and the ' +
      "agent's id. `LASTUSED` of both users moves; answers the agent with all customers.",
    returns: salesAgentResponse,
    errors: [NotFound, SalesAgentSelfAssignment, CustomerHasSalesAgent],
  })
  createUserSalesAgentCustomer(
    @PathParams() { id, userId }: SalesAgentCustomerPath,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<User>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.agents.link(id, userId, caller);
      return this.agents.get(id, plan);
    });
  }

  @Remove(':id/salesAgent/:userId', {
    summary: 'Remove a customer from a sales agent',
    description:
      'Both users stay, and `LASTUSED` of both moves. 404 also where the customer is not one of ' +
      'this agent; answers the agent with the customers that are left.',
    returns: salesAgentResponse,
    ifMatchOperation: 'getUser',
  })
  removeUserSalesAgentCustomer(
    @PathParams() { id, userId }: SalesAgentCustomerPath,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<User>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.agents.unlink(id, userId, caller);
      return this.agents.get(id, plan);
    });
  }
}
