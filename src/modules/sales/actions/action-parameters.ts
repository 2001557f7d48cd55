import type { FieldError } from '../../../core/errors';
import { stateCodes } from '../documents';
import { isPlainAddress, parseWebhookAddress } from '../../../platform/events/outbox';
import { statesByKind } from '../states';
import {
  type ActionName,
  type ActionParameters,
  getActionType,
  type ParameterName,
} from './action-types';
import { placeholders, findUnknownPlaceholder } from './mail-template';

/** The `to` of a mail that goes to the document's customer. */
export const MAIL_TO_CUSTOMER = 'customer';

type ParameterRule = (value: string | number) => Omit<FieldError, 'pointer'> | undefined;

const template: ParameterRule = (value) => {
  const unknown = findUnknownPlaceholder(String(value));
  if (unknown === undefined) return undefined;
  const known = placeholders.join(', ');
  const detail = `There is no placeholder ${JSON.stringify(unknown)}, only ${known}.`;
  return { code: 'template.unknown', detail };
};

/** What is asked of values beyond the shape of the line. */
const rules: Readonly<Partial<Record<ParameterName, ParameterRule>>> = {
  status: (value) =>
    statesByKind.shipment.some((state) => state === value)
      ? undefined
      : {
          code: 'status.unknown',
          detail: `Shipments have no state ${value}, only ${stateCodes.shipment.text}.`,
        },
  url: (value) =>
    parseWebhookAddress(String(value))
      ? undefined
      : {
          code: 'url.invalid',
          detail: 'The url must be absolute, http or https, without user name, password and #.',
        },
  to: (value) =>
    value === MAIL_TO_CUSTOMER || isPlainAddress(String(value))
      ? undefined
      : {
          code: 'mail.address',
          detail: `to must be ${MAIL_TO_CUSTOMER} or a plain e-mail address.`,
        },
  subject: template,
  text: template,
};

/** What is wrong with the parameters of an action; pointers are relative to the line. */
export function findParameterErrors(
  action: ActionName,
  parameters: ActionParameters,
): FieldError[] {
  const { needs, takes } = getActionType(action);
  const known: readonly string[] = [...needs, ...takes];
  const foreign = Object.keys(parameters)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `/parameters/${name}`,
      code: 'field.unknown',
      detail: `${action} has no parameter ${name}${known.length > 0 ? `, only ${known.join(', ')}` : ''}.`,
    }));
  const missing = needs
    .filter((name) => parameters[name] === undefined)
    .map((name) => ({
      pointer: `/parameters/${name}`,
      code: 'field.required',
      detail: `${action} needs the parameter ${name}.`,
    }));
  return [
    ...foreign,
    ...missing,
    ...[...needs, ...takes].flatMap((name) => findParameterError(name, parameters)),
  ];
}

function findParameterError(name: ParameterName, parameters: ActionParameters): FieldError[] {
  const value = parameters[name];
  const fault = value === undefined ? undefined : rules[name]?.(value);
  return fault ? [{ pointer: `/parameters/${name}`, ...fault }] : [];
}
