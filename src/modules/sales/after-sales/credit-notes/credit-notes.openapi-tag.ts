import type { OpenApiTag } from '../../../../api';

export const creditNotesOpenApiTag: OpenApiTag = {
  name: 'Credit notes',
  position: 700,
  description:
    'Refunds of returns and corrections of invoices, computed from their lines. Numbers are without gaps.',
};
