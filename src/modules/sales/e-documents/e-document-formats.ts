/** Formats of structured invoices. */
export const eDocumentFormats = ['ubl', 'cii', 'facturx'] as const;
export type EDocumentFormat = (typeof eDocumentFormats)[number];
