import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { Configuration } from '../../../../config/configuration';
import { DomainError } from '../../../../core/errors';
import {
  createRetryableFailure,
  createFinalFailure,
  type MailContent,
  type SendResult,
} from '../message-content';
import { MailAddressUnusable, MailNotConfigured } from '../outbox-errors';
import { isPlainMailAddress } from './mail-address';
import { type Attachment, AttachmentFactories } from './mail-attachments';

/** Time limits for the connection, for each reply of the server, and for the whole attempt. */
const CONNECT_TIMEOUT_MS = 10_000;
const REPLY_TIMEOUT_MS = 10_000;
const ATTEMPT_TIMEOUT_MS = 20_000;

/** Status of temporary errors. */
const SERVICE_UNAVAILABLE = 503;

/** An error of nodemailer. */
type MailError = Error & { readonly code?: string; readonly responseCode?: number };

/** Sends mails through the server of SMTP_URL. */
@Injectable()
export class MailSender {
  private transporter?: Promise<Transporter>;

  constructor(
    private readonly configuration: Configuration,
    private readonly attachmentFactories: AttachmentFactories,
  ) {}

  /** @throws MailNotConfigured, MailAddressUnusable */
  requireSendable({ to }: MailContent): void {
    const { smtpUrl, mailFrom } = this.configuration;
    if (smtpUrl === undefined) throw new MailNotConfigured({ variable: 'SMTP_URL' });
    if (mailFrom === undefined) throw new MailNotConfigured({ variable: 'MAIL_FROM' });
    if (!isPlainMailAddress(to)) throw new MailAddressUnusable();
  }

  /** Connects to the mail server, and logs in if SMTP_URL has a user. @throws Error with the server's message */
  async verifyConnection(): Promise<void> {
    const transporter = await this.createTransporter();
    try {
      await this.rejectAfterTimeout(transporter.verify().then(() => undefined));
    } finally {
      transporter.close();
    }
  }

  /** Makes one attempt. @param messageId part of the mail's Message-ID, the same in all attempts */
  async send(messageId: string, content: MailContent): Promise<SendResult> {
    try {
      this.requireSendable(content);
    } catch (error) {
      return createFinalFailure((error as Error).message);
    }
    let attachment: Attachment | undefined;
    try {
      attachment =
        content.attachment && (await this.attachmentFactories.create(content.attachment));
    } catch (error) {
      return toAttachmentFailure(error);
    }
    try {
      await this.rejectAfterTimeout(this.deliver(messageId, content, attachment));
      return { result: 'delivered', detail: 'The mail server accepted the mail' };
    } catch (error) {
      return toSendFailure(error as MailError);
    }
  }

  private async deliver(
    messageId: string,
    { to, subject, text }: MailContent,
    attachment: Attachment | undefined,
  ): Promise<void> {
    const { mailFrom: from = '' } = this.configuration;
    const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
    this.transporter ??= this.createTransporter();
    const transporter = await this.transporter;
    await transporter.sendMail({
      from,
      // As an object, the value is a single address, whatever it contains.
      to: { name: '', address: to },
      subject: subject.replace(/\p{Cc}+/gu, ' '),
      text,
      messageId: `<${messageId}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(attachment ? { attachments: [toMailerAttachment(attachment)] } : {}),
    });
  }

  /** Loads nodemailer only when mails are sent. */
  private async createTransporter(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: this.configuration.smtpUrl,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: REPLY_TIMEOUT_MS,
      socketTimeout: REPLY_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  private async rejectAfterTimeout(work: Promise<void>): Promise<void> {
    const accepted = work.then(() => true);
    if (!(await Promise.race([accepted, pause(ATTEMPT_TIMEOUT_MS, false, { ref: false })])))
      throw new Error(
        `The mail server did not accept the mail within ${ATTEMPT_TIMEOUT_MS / 1000} seconds`,
      );
  }
}

function toMailerAttachment({
  name: filename,
  mediaType: contentType,
  bytes: content,
}: Attachment) {
  return { filename, contentType, content };
}

/**
 * Converts an error of an attachment factory. A domain error with status 503 is retryable, any other domain error is
 * final. All other errors are rethrown; the dispatcher logs them and retries.
 */
function toAttachmentFailure(error: unknown): SendResult {
  if (!(error instanceof DomainError)) throw error;
  const { status, code, detail } = error;
  return status === SERVICE_UNAVAILABLE
    ? createRetryableFailure(detail)
    : createFinalFailure(`${code}: ${detail}`);
}

/** Returns a final failure if the server permanently rejects this mail; a login or connection may succeed next time. */
function toSendFailure({ code = '', responseCode = 0, message }: MailError): SendResult {
  const isMailRejected = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isMailRejected && responseCode >= 500
    ? createFinalFailure(message)
    : createRetryableFailure(message);
}
