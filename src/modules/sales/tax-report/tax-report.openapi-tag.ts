import type { OpenApiTag } from '../../../api';

export const taxReportOpenApiTag: OpenApiTag = {
  name: 'Tax report',
  position: 750,
  description: 'Sums of the taxes of invoices and credit notes, for the accountant.',
};
