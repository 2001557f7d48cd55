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
export type MailPlaceholder = (typeof mailPlaceholders)[number];

const PLACEHOLDER_PATTERN = /\{\{(.*?)\}\}/gs;

const toPlaceholderName = (content: string): string => content.trim();

/** Finds the first text in double braces that isn't a placeholder. */
export function findUnknownPlaceholder(template: string): string | undefined {
  const names = [...template.matchAll(PLACEHOLDER_PATTERN)].map(([, braces = '']) =>
    toPlaceholderName(braces),
  );
  return names.find((name) => !mailPlaceholders.some((one) => one === name));
}

/** Replaces the placeholders with their values. Braces in values are not replaced again. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<MailPlaceholder, string>>,
): string {
  return template.replace(PLACEHOLDER_PATTERN, (match, braces: string) => {
    const placeholder = mailPlaceholders.find((one) => one === toPlaceholderName(braces));
    return placeholder === undefined ? match : values[placeholder];
  });
}
