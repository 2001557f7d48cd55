import {
  ApiController,
  Body,
  Create,
  IdPath,
  Path,
  Plan,
  Read,
  Remove,
  Update,
  under,
  changesWhatIsSent,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { SalesAgentCustomerPath, UpdateSalesAgentDto } from './sales-agent.dto';
import { salesAgentRecord } from './sales-agent.record';
import { AgentOfItself, CustomerTaken, SalesAgentsService } from './sales-agents.service';
import { usersHeading } from '../users.heading';

const agent = under('SALESAGENT', salesAgentRecord);

/** Specification, Users: a user as a sales agent. */
@ApiController('users', { area: 'users', heading: usersHeading, examples: { userId: 2 } })
export class SalesAgentsController {
  constructor(private readonly agents: SalesAgentsService) {}

  @Read(':id/salesAgent', { summary: 'Read the sales agent data of a user', returns: agent })
  getUserSalesAgent(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.agents.get(id, plan);
  }

  @Update(':id/salesAgent', {
    summary: 'Change the sales agent data of a user',
    description: changesWhatIsSent,
    returns: agent,
  })
  updateUserSalesAgent(
    @Path() { id }: IdPath,
    @Body('salesAgent') body: UpdateSalesAgentDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.agents.update(id, body, plan);
  }

  @Create(':id/salesAgent/:userId', {
    summary: 'Add a customer to a sales agent',
    returns: agent,
    errors: [NotFound, AgentOfItself, CustomerTaken],
  })
  createUserSalesAgentCustomer(
    @Path() { id, userId }: SalesAgentCustomerPath,
    @Plan() plan: LoadPlan,
  ) {
    return this.agents.link(id, userId, plan);
  }

  @Remove(':id/salesAgent/:userId', {
    summary: 'Remove a customer from a sales agent',
    returns: agent,
    current: 'getUser',
  })
  removeUserSalesAgentCustomer(
    @Path() { id, userId }: SalesAgentCustomerPath,
    @Plan() plan: LoadPlan,
  ) {
    return this.agents.unlink(id, userId, plan);
  }
}
