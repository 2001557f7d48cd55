import {
  ApiController,
  RequestBody,
  expandableResponse,
  GetId,
  IdPath,
  List,
  Operation,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
} from '../../../../api';
import { ReferenceMismatch } from '../../../../core/errors';
import type { TablePlan } from '../../../../core/load-plan';
import { workQueue } from '../../../../database';
import { formatCodes } from '../../../../core/codes';
import { closedRmaStates, Documents, stateCodes } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { documentListing } from '../../documents/lists/document-listing';
import { salesListItemRecord } from '../../documents/records/list-item.record';
import {
  transitionByTableOptions,
  acknowledgementErrors,
  AcknowledgementsService,
  exportedConditions,
  pendingConditions,
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
import { rmasOpenApiTag } from './rmas.openapi-tag';

const allRmas = documentListing('Rma', 'id.desc');
const pendingRmas = workQueue(documentListing('Rma', 'id.asc'));
const rmas = expandableResponse('rmas', salesListItemRecord, rmaRecord);

/** Specification, Sales documents: RMAs, and their export to other systems. */
@ApiController('rmas', { area: 'sales', openApiTag: rmasOpenApiTag, examples: { id: 5 } })
export class RmasController {
  constructor(
    private readonly documents: Documents,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly transitions: StateTransitions,
  ) {}

  @List('', {
    summary: 'List RMAs, newest first',
    description:
      'Filters by state, dates, numbers, customer etc. `q` searches numbers, names, e-mail addresses and lines. ' +
      '`expand=document` returns whole documents.',
    returns: rmas,
    errors: [ReferenceMismatch],
  })
  listRmas(@QueryParams() query: RmaListQuery, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.listPage('rma', allRmas, { ...query }, plan);
  }

  @GetId('getId/:rmaId', {
    summary: 'Find the id of an RMA',
    description:
      'Returns the `ID` of the RMA with this pId, for use in paths. The pId is compared exactly.',
  })
  getRmaId(@PathParams() { rmaId }: RmaIdPath) {
    return this.documents.idOf('rma', rmaId);
  }

  @List('pending', {
    summary: 'List the pending RMAs, oldest first',
    description:
      'Lists the RMAs that were not acknowledged yet. RMAs in ' +
      `${formatCodes(stateCodes.rma, closedRmaStates)} are never pending. Send VERSION back in the acknowledgement.`,
    returns: rmas,
    errors: [ReferenceMismatch],
  })
  listPendingRmas(
    @QueryParams() query: PendingRmasQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('rma', pendingRmas, { ...query }, plan, pendingConditions.rma);
  }

  @List('received', {
    summary: 'List the acknowledged RMAs, newest first',
    description:
      'Lists the RMAs that another system has acknowledged, in their current version. Reading them changes nothing.',
    returns: rmas,
    errors: [ReferenceMismatch],
  })
  listReceivedRmas(
    @QueryParams() query: RmaListQuery,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.documents.listPage('rma', allRmas, { ...query }, plan, exportedConditions);
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
      'Returns the whole RMA with lines, additional items, totals and history. `PARENT` is its order. The ETag is its ' +
      'version.',
    returns: rmaRecord,
  })
  getRma(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.documents.get('rma', id, plan);
  }

  @Operation('put', ':id/received', {
    summary: 'Acknowledge an RMA',
    description:
      'Marks the RMA as exported and sets the status. Without a status it moves from 1 (Pending) or 3 (Authorized) to ' +
      '2 (In process). An exported RMA stays unchanged unless the request has another status.',
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
