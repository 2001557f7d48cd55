/** The forms of structured invoices. */
export const eDocumentForms = ['ubl', 'cii', 'facturx'] as const;
export type EDocumentForm = (typeof eDocumentForms)[number];
