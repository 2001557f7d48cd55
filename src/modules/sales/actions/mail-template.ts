/** What a mail can say of the change that sets it off. */
export const placeholders = [
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
export type Placeholder = (typeof placeholders)[number];

const PLACEHOLDER = /\{\{(.*?)\}\}/gs;

const toPlaceholderName = (braces: string): string => braces.trim();

/** The first thing between double braces that is no placeholder. */
export function findUnknownPlaceholder(template: string): string | undefined {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, braces = '']) =>
    toPlaceholderName(braces),
  );
  return names.find((name) => !placeholders.some((one) => one === name));
}

/** The template with each placeholder's value; what a value holds is not looked at again. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<Placeholder, string>>,
): string {
  return template.replace(PLACEHOLDER, (whole, braces: string) => {
    const known = placeholders.find((one) => one === toPlaceholderName(braces));
    return known === undefined ? whole : values[known];
  });
}
