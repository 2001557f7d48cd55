import type { FieldError } from '../../../core/errors';
import { stateCodes } from '../documents';
import { isPlainMailAddress, parseWebhookUrl } from '../../../platform/events/outbox';
import { statusTreeStates } from '../states';
import {
  type ActionName,
  type ActionParameters,
  getActionType,
  type ActionParameterName,
} from './action-types';
import { mailPlaceholders, findUnknownPlaceholder } from './mail-template';

/** Value of `to` for a mail to the document's customer. */
export const MAIL_TO_CUSTOMER = 'customer';

type ParameterRule = (value: string | number) => Omit<FieldError, 'pointer'> | undefined;

const validateTemplate: ParameterRule = (value) => {
  const unknownPlaceholder = findUnknownPlaceholder(String(value));
  if (unknownPlaceholder === undefined) return undefined;
  const knownPlaceholders = mailPlaceholders.join(', ');
  const detail = `The placeholder ${JSON.stringify(unknownPlaceholder)} is unknown; use one of ${knownPlaceholders}.`;
  return { code: 'template.unknown', detail };
};

/** Rules for values in addition to the validation of the import record. */
const parameterRules: Readonly<Partial<Record<ActionParameterName, ParameterRule>>> = {
  status: (value) =>
    statusTreeStates.shipment.some((state) => state === value)
      ? undefined
      : {
          code: 'status.unknown',
          detail: `Shipments have no state ${value}; use one of ${stateCodes.shipment.description}.`,
        },
  url: (value) =>
    parseWebhookUrl(String(value))
      ? undefined
      : {
          code: 'url.invalid',
          detail: 'The url must be absolute, http or https, without user name, password and #.',
        },
  to: (value) =>
    value === MAIL_TO_CUSTOMER || isPlainMailAddress(String(value))
      ? undefined
      : {
          code: 'mail.address',
          detail: `to must be ${MAIL_TO_CUSTOMER} or a plain e-mail address.`,
        },
  subject: validateTemplate,
  text: validateTemplate,
};

/** Lists the errors in the parameters of an action; pointers are relative to the import record. */
export function listParameterErrors(
  action: ActionName,
  parameters: ActionParameters,
): FieldError[] {
  const { requiredParameters, optionalParameters } = getActionType(action);
  const knownNames: readonly string[] = [...requiredParameters, ...optionalParameters];
  const unknownErrors = Object.keys(parameters)
    .filter((name) => !knownNames.includes(name))
    .map((name) => ({
      pointer: `/parameters/${name}`,
      code: 'field.unknown',
      detail: `${action} has no parameter ${name}${knownNames.length > 0 ? `, only ${knownNames.join(', ')}` : ''}.`,
    }));
  const missingErrors = requiredParameters
    .filter((name) => parameters[name] === undefined)
    .map((name) => ({
      pointer: `/parameters/${name}`,
      code: 'field.required',
      detail: `${action} needs the parameter ${name}.`,
    }));
  return [
    ...unknownErrors,
    ...missingErrors,
    ...[...requiredParameters, ...optionalParameters].flatMap((name) =>
      validateParameter(name, parameters),
    ),
  ];
}

function validateParameter(name: ActionParameterName, parameters: ActionParameters): FieldError[] {
  const value = parameters[name];
  const error = value === undefined ? undefined : parameterRules[name]?.(value);
  return error ? [{ pointer: `/parameters/${name}`, ...error }] : [];
}
