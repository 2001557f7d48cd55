import {
  ApiController,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import {
  VoucherCurrencyMismatch,
  VoucherExpired,
  VoucherNotFound,
  VoucherSpent,
} from '../../users';
import { AlreadyGenerated, OrderClosed } from '../documents/copies/generation-errors';
import type { SalesDocument } from '../documents/entities/document.entity';
import { documentRecord } from '../documents/records/document.record';
import { Invoices } from './invoices';
import { invoicesOpenApiTag } from './invoices.openapi-tag';
import { BuyerUnknown } from './simplified/simplified-errors';

/** Creates and reads the invoice of an order (specification, Sales documents). */
@ApiController('orders', { area: 'sales', openApiTag: invoicesOpenApiTag })
export class OrderInvoicesController {
  constructor(
    private readonly invoices: Invoices,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Create(':id/invoices', {
    summary: 'Create the invoice of an order',
    description:
      "The invoice has the order's lines and totals; without details of the buyer it is simplified, up to the limit of the " +
      "seller's country. An order has one open invoice: another one needs credit notes for all of it, and spends the " +
      'vouchers again that these have refunded.',
    returns: documentRecord,
    errors: [
      NotFound,
      OrderClosed,
      AlreadyGenerated,
      BuyerUnknown,
      VoucherCurrencyMismatch,
      VoucherExpired,
      VoucherNotFound,
      VoucherSpent,
    ],
    cost: 'HEAVY',
  })
  createInvoice(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<SalesDocument>) {
    return this.unitOfWork.run(async () => {
      const invoiceId = await this.invoices.generate(id);
      return this.invoices.get(invoiceId, plan);
    });
  }

  @Read(':id/invoices', {
    summary: 'Read the invoices of an order',
    description:
      'Returns an empty list if the order has not been invoiced yet. All invoices except the last are closed.',
    returns: collectionResponse('invoices', documentRecord),
    cost: 'HEAVY',
  })
  listOrderInvoices(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<SalesDocument>,
  ) {
    return this.invoices.listByOrder(id, plan);
  }
}
