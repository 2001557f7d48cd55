import {
  ApiController,
  RequestBody,
  expandableResponse,
  GetId,
  IdPath,
  List,
  Operation,
  pagedSalesResponse,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
} from '../../../../api';
import { ReferenceMismatch } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { formatCodes } from '../../../../core/codes';
import {
  closedRmaStates,
  salesListItemRecord,
  stateCodes,
  type SalesDocument,
} from '../../documents';
import {
  transitionByTableOptions,
  acknowledgementErrors,
  AcknowledgementsService,
  StateTransitions,
  acknowledgementResponse,
  ReceivedRmaDto,
  bulkAcknowledgementOptions,
  MAX_BULK_ELEMENTS,
  RmaMoveDto,
  RmaReceiptDto,
} from '../../states';
import { ReturnQuantityTooLarge } from './rma-errors';
import { PendingRmasQuery, RmaIdPath, RmaListQuery } from './rma.dto';
import { rmaRecord } from './rma.record';
import { RmasService } from './rmas.service';
import { rmasOpenApiTag } from './rmas.openapi-tag';

const rmas = expandableResponse(
  pagedSalesResponse('rmas', salesListItemRecord),
  pagedSalesResponse('rmas', rmaRecord),
);

/** Specification, Sales documents: RMAs, and their export to other systems. */
@ApiController('rmas', { area: 'sales', openApiTag: rmasOpenApiTag, examples: { id: 5 } })
export class RmasController {
  constructor(
    private readonly rmas: RmasService,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly transitions: StateTransitions,
  ) {}

  @List('', {
    summary: 'List RMAs, newest first',
    description:
      'Page by page, filtered by state, dates, numbers, customer and the like; `q` looks into ' +
      'numbers, names, e-mail addresses and lines. `expand=document` answers them whole.',
    returns: rmas,
    errors: [ReferenceMismatch],
  })
  listRmas(@QueryParams() query: RmaListQuery, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.rmas.list(query, plan);
  }

  @GetId('getId/:rmaId', {
    summary: 'Find the id of an RMA',
    description: 'Answers the `ID` that paths take for the pId of an RMA, compared exactly.',
  })
  getRmaId(@PathParams() { rmaId }: RmaIdPath) {
    return this.rmas.idOf(rmaId);
  }

  @List('pending', {
    summary: 'List the RMAs that wait for their export, oldest first',
    description: `RMAs in ${formatCodes(stateCodes.rma, closedRmaStates)} wait for none. VERSION goes into the acknowledgement.`,
    returns: rmas,
    errors: [ReferenceMismatch],
  })
  listPendingRmas(
    @QueryParams() query: PendingRmasQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.rmas.listPending(query, plan);
  }

  @List('received', {
    summary: 'List the RMAs that were exported, newest first',
    description:
      'The RMAs that other systems have acknowledged, with their version. Reading changes nothing.',
    returns: rmas,
    errors: [ReferenceMismatch],
  })
  listReceivedRmas(
    @QueryParams() query: RmaListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.rmas.listReceived(query, plan);
  }

  @Operation('put', 'received', {
    summary: 'Acknowledge many RMAs',
    ...bulkAcknowledgementOptions('rmas'),
  })
  async receiveRmas(
    @RequestBody('rmas', { list: { of: ReceivedRmaDto, maxItems: MAX_BULK_ELEMENTS } })
    items: ReceivedRmaDto[],
  ) {
    return { rmas: await this.acknowledgements.acknowledgeAll('rma', items) };
  }

  @Read(':id', {
    journalKind: 'rma',
    summary: 'Read an RMA',
    description:
      'The whole request with lines, additional items, totals and history. `PARENT` is its ' +
      'order; its ETag is its version.',
    returns: rmaRecord,
  })
  getRma(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.rmas.get(id, plan);
  }

  @Operation('put', ':id/received', {
    summary: 'Acknowledge an RMA',
    description:
      'Marks the RMA exported, and moves it to the given status. Without one, 1 Pending and 3 Authorized become ' +
      '2 In process. Once exported it is unchanged, unless another status is given.',
    returns: acknowledgementResponse,
    errors: acknowledgementErrors('rma', [ReturnQuantityTooLarge]),
    ifMatchOperation: 'getRma',
  })
  receiveRma(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas', { bare: true, optional: true }) body: RmaReceiptDto,
  ) {
    return this.acknowledgements.acknowledge('rma', id, body);
  }

  @Operation('put', ':id/changeStatus', {
    summary: 'Move an RMA to another state',
    ...transitionByTableOptions('rma', [ReturnQuantityTooLarge]),
    ifMatchOperation: 'getRma',
  })
  async changeRmaStatus(
    @PathParams() { id }: IdPath,
    @RequestBody('rmas', { bare: true }) body: RmaMoveDto,
  ) {
    await this.transitions.change('rma', id, body);
    return { result: 'ok' as const };
  }
}
