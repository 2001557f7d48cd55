import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { getCurrency } from '../../../core/currencies';
import { defineError } from '../../../core/errors';
import { formatInstant } from '../../../core/instant';
import { moneyToNumber } from '../../../core/money';
import { Outbox } from '../../../platform/events/outbox';
import { type ActionRunState, actionRunStates, getStateName } from '../documents';
import { DocumentGenerator } from '../documents/copies/document-generator';
import { type InvoiceFormat, toInvoiceAttachmentReference } from '../pdf';
import type { ActionRunReference } from './action-handler';
import { MAIL_TO_CUSTOMER } from './action-parameters';
import type { ActionTrigger } from './action-triggers';
import type { ActionParameters } from './action-types';
import { fillTemplate, type MailPlaceholder } from './mail-template';

/** Name of the outbox listener for messages of actions. */
export const ACTION_OUTBOX_LISTENER_NAME = 'statusAction';

/** 409: the document to attach doesn't exist. */
const NothingToAttach = defineError<{ kind: 'invoice' | 'creditNote' }>({
  code: 'action.nothingToAttach',
  status: 409,
  title: 'The document to attach does not exist',
  remedy: 'Create the document with an action that runs before the mail.',
  detail: ({ kind }) =>
    kind === 'invoice'
      ? 'The order has no invoice to attach to the mail.'
      : 'The RMA has no credit note to attach to the mail.',
});

/** Actions that send messages through the outbox, after the change is committed. */
@Injectable()
export class MessageActions {
  constructor(
    private readonly outbox: Outbox,
    private readonly configuration: Configuration,
    private readonly documentGenerator: DocumentGenerator,
  ) {}

  /** @throws WebhookSecretUnknown */
  async sendWebhook(
    trigger: ActionTrigger,
    { url, secretName }: ActionParameters,
    run: ActionRunReference,
  ): Promise<ActionRunState> {
    const content = {
      kind: 'webhook' as const,
      url: String(url),
      secretName: String(secretName),
      body: JSON.stringify(this.toWebhookBody(trigger)),
    };
    await this.outbox.add(content, toListenerReference(trigger, run));
    return actionRunStates.pending;
  }

  /** @throws MailNotConfigured, MailAddressUnusable, NothingToAttach */
  async sendMail(
    trigger: ActionTrigger,
    { to, subject: subjectTemplate, text, attach }: ActionParameters,
    run: ActionRunReference,
  ): Promise<ActionRunState> {
    const values = this.toPlaceholderValues(trigger);
    const content = {
      kind: 'mail' as const,
      to: to === MAIL_TO_CUSTOMER ? trigger.document.customerEmail : String(to),
      subject: fillTemplate(String(subjectTemplate), values),
      text: fillTemplate(String(text), values),
      ...(attach === undefined ? {} : { attachment: await this.getAttachment(trigger, attach) }),
    };
    await this.outbox.add(content, toListenerReference(trigger, run));
    return actionRunStates.pending;
  }

  /** Returns the attachment: the invoice of an order, or the credit note of an RMA's return. */
  private async getAttachment(
    { stateChange, document: { id } }: ActionTrigger,
    format: string | number,
  ) {
    const kind = stateChange.kind === 'rma' ? 'creditNote' : 'invoice';
    const sourceId =
      kind === 'invoice'
        ? id
        : (await this.documentGenerator.findGenerated('return', [id])).get(id)?.id;
    const document =
      sourceId === undefined
        ? undefined
        : (await this.documentGenerator.findGenerated(kind, [sourceId])).get(sourceId);
    if (!document) throw new NothingToAttach({ kind });
    return toInvoiceAttachmentReference(kind, document.id, format as InvoiceFormat);
  }

  /** The body has the record's keys and states; receivers read the record for more. */
  private toWebhookBody({
    stateChange,
    changedAt,
    document,
    shipment,
    subStatus,
  }: ActionTrigger): object {
    const { kind, id, from, to, entryId } = stateChange;
    const orderMember =
      kind === 'order'
        ? {}
        : kind === 'rma'
          ? { order: { id: document.parentId, documentNumber: document.parentNumber } }
          : { order: { id: document.id, documentNumber: document.documentNumber } };
    return {
      type: `${kind}.status`,
      timestamp: formatInstant(changedAt, this.configuration.storeTimeZone),
      data: {
        id,
        pId: shipment ? (shipment.pId ?? '') : document.pId,
        ...(shipment ? {} : { documentNumber: document.documentNumber }),
        ...orderMember,
        status: to.status,
        subStatus: { id: subStatus?.id ?? 0, pId: subStatus?.pId ?? '' },
        previousStatus: from.status,
        statusId: entryId,
      },
    };
  }

  private toPlaceholderValues(trigger: ActionTrigger): Readonly<Record<MailPlaceholder, string>> {
    const { stateChange, document, shipment, subStatus } = trigger;
    const { currencyCode: currency, languageCode } = document;
    const documentNumber = document.documentNumber ?? '';
    return {
      documentNumber,
      orderNumber: stateChange.kind === 'rma' ? (document.parentNumber ?? '') : documentNumber,
      pId: shipment ? (shipment.pId ?? '') : document.pId,
      status: String(stateChange.to.status),
      statusName: getStateName(stateChange.kind, stateChange.to.status, languageCode),
      subStatusName: subStatus ? subStatus.publicName || subStatus.name : '',
      customerName: document.customerName,
      customerEmail: document.customerEmail,
      date: formatInstant(document.date, this.configuration.storeTimeZone).slice(0, 10),
      total: moneyToNumber(document.total).toFixed(getCurrency(currency).digits),
      currency,
      trackingNumber: shipment?.trackingNumber ?? '',
    };
  }
}

function toListenerReference(
  { document }: ActionTrigger,
  { entryId, actionId }: ActionRunReference,
) {
  return {
    listener: ACTION_OUTBOX_LISTENER_NAME,
    reference: { documentId: document.id, entryId, actionId },
  };
}
