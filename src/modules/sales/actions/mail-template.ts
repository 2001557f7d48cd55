/** Placeholders for the data of a state change in mails. */
export const mailPlaceholders = [
  'documentNumber',
  'orderNumber',
  'pId',
  'status',
  'statusName',
  'subStatusName',
  'customerName',
  'customerEmail',
  'date',
  'total',
  'currency',
  'trackingNumber',
] as const;
export type Placeholder = (typeof mailPlaceholders)[number];

const PLACEHOLDER = /\{\{(.*?)\}\}/gs;

const toPlaceholderName = (braces: string): string => braces.trim();

/** Finds the first text in double braces that isn't a placeholder. */
export function findUnknownPlaceholder(template: string): string | undefined {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, braces = '']) =>
    toPlaceholderName(braces),
  );
  return names.find((name) => !mailPlaceholders.some((one) => one === name));
}

/** Replaces the placeholders with their values. Braces in values are not replaced again. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<Placeholder, string>>,
): string {
  return template.replace(PLACEHOLDER, (whole, braces: string) => {
    const known = mailPlaceholders.find((one) => one === toPlaceholderName(braces));
    return known === undefined ? whole : values[known];
  });
}
