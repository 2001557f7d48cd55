import {
  Flag,
  Int,
  Nested,
  OneOf,
  PublicId,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../api';
import { stateCodes, statesText } from '../documents';
import { type InvoiceFormat, invoiceFormats } from '../pdf';
import { type StatefulRecordKind, statefulRecordKinds } from '../states';
import { type ActionName, actionNames } from './action-types';

export class StatusActionParametersDto {
  @Int({
    optional: true,
    description: `CHANGE_SHIPMENT_STATUS: the state that shipments move to. ${stateCodes.shipment.description}`,
  })
  status?: number;

  @PublicId({
    optional: true,
    refersToStoredData: true,
    description: 'CHANGE_SHIPMENT_STATUS: a sub-status of that state',
  })
  subStatusPId?: string | null;

  @PublicId({
    optional: true,
    refersToStoredData: true,
    description: "CHANGE_GROUP: the user's new group",
  })
  groupPId?: string | null;

  @Text({ max: 2048, optional: true, description: 'NOTIFICATION: http or https' })
  url?: string;

  @Text({
    max: 100,
    pattern: '^[A-Za-z0-9_.-]*$',
    optional: true,
    description: 'NOTIFICATION: the name of a secret in WEBHOOK_SECRETS',
  })
  secretName?: string;

  @Text({ max: 254, optional: true, description: 'SEND_MAIL: customer, or an e-mail address' })
  to?: string;

  @Text({ max: 255, optional: true, description: 'SEND_MAIL: with {{placeholders}}' })
  subject?: string;

  @Text({ max: 20_000, optional: true, description: 'SEND_MAIL: with {{placeholders}}' })
  text?: string;

  @OneOf(invoiceFormats, {
    optional: true,
    description:
      "SEND_MAIL: format of the attachment, which is the order's invoice or the RMA's credit note",
  })
  attach?: InvoiceFormat;
}

export class StatusActionImportDto {
  @PublicId()
  pId!: string;

  @OneOf(statefulRecordKinds, {
    description: 'Kind of record whose state changes start the action',
  })
  document!: StatefulRecordKind;

  @Int({ description: `The state that starts the action. ${statesText}` })
  status!: number;

  @Reference({ optional: true, description: 'Run the action only for this sub-status' })
  subStatus?: ReferenceDto | null;

  @OneOf(actionNames)
  action!: ActionName;

  @Nested(() => StatusActionParametersDto, { optional: true })
  parameters?: StatusActionParametersDto;

  @Flag({ default: true, description: 'false: the action does not run', isExtension: true })
  active!: boolean;
}
