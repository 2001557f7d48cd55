/** A JSON text for an address, signed with a secret of the configuration. */
export interface WebhookContent {
  readonly kind: 'webhook';
  readonly url: string;
  /** One of WEBHOOK_SECRETS. */
  readonly secretName: string;
  /** JSON; the same text in every attempt. */
  readonly body: string;
}

/** A webhook of a subscription: address, body and secrets are asked for at each attempt (SubscribedWebhooks). */
export interface SubscriptionContent {
  readonly kind: 'subscription';
  /** The host of the address when the message was stored. */
  readonly host: string;
  readonly deliveryId: number;
}

/** A plain mail to one address. */
export interface MailContent {
  readonly kind: 'mail';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A file that is made for each attempt (MailAttachments). */
  readonly attachment?: AttachmentReference;
}

/** What is attached to a mail. */
export interface AttachmentReference {
  /** A name in MailAttachments. */
  readonly maker: string;
  /** What the maker knows the file by. */
  readonly reference: Readonly<Record<string, string | number>>;
}

export type MessageContent = WebhookContent | SubscriptionContent | MailContent;

/** What came of an attempt. */
export type SendResult = {
  readonly detail: string;
  /** Of the answer to a webhook; absent: there was none. */
  readonly status?: number;
} & (
  | { readonly result: 'delivered' }
  | {
      readonly result: 'failed';
      /** Another attempt would fail as well. */
      readonly isFinal: boolean;
    }
);

/** A failed attempt that another one may put right. */
export const retryableFailure = (detail: string): SendResult => ({
  result: 'failed',
  isFinal: false,
  detail,
});

/** A failed attempt that no other one can put right. */
export const finalFailure = (detail: string): SendResult => ({
  result: 'failed',
  isFinal: true,
  detail,
});
