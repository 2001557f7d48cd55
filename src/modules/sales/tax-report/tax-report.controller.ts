import {
  ApiController,
  collectionResponse,
  QueryParams,
  Read,
  type OpenApiTag,
} from '../../../api';
import { TaxReportQuery } from './tax-report.dto';
import { taxReportRowRecord } from './tax-report.record';
import { TaxReportService } from './tax-report.service';

const taxReportOpenApiTag: OpenApiTag = {
  name: 'Tax report',
  position: 750,
  description: 'Sums of the taxes of invoices and credit notes, for the accountant.',
};

/** Reports taxes; an addition to the specification. */
@ApiController('taxReport', { area: 'sales', openApiTag: taxReportOpenApiTag, isExtension: true })
export class TaxReportController {
  constructor(private readonly reports: TaxReportService) {}

  @Read('', {
    summary: 'Read the tax report',
    description:
      'Sums bases, taxes and surcharges of invoices and credit notes by country of consumption, rate, category and kind. ' +
      'Credit notes are negative and name the corrected period. Annulled documents are left out.',
    returns: collectionResponse('ROWS', taxReportRowRecord),
    cost: 'HEAVY',
  })
  readTaxReport(@QueryParams() query: TaxReportQuery) {
    return this.reports.createReport(query);
  }
}
