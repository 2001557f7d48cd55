/** A JSON text for a URL, signed with a secret of the configuration. */
export interface WebhookContent {
  readonly kind: 'webhook';
  readonly url: string;
  /** Name of a secret in WEBHOOK_SECRETS. */
  readonly secretName: string;
  /** JSON text, the same in every attempt. */
  readonly body: string;
}

/** A webhook of a subscription: each attempt looks up the URL, body and secrets (SignableWebhookSource). */
export interface SubscriptionContent {
  readonly kind: 'subscription';
  /** Host of the URL when the message was stored. */
  readonly host: string;
  readonly deliveryId: number;
}

/** A plain mail to one address. */
export interface MailContent {
  readonly kind: 'mail';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A file that is created for each attempt (AttachmentFactories). */
  readonly attachment?: AttachmentReference;
}

/** Reference to a file that is attached to a mail. */
export interface AttachmentReference {
  /** Name of an AttachmentFactory. */
  readonly maker: string;
  /** Identifies the file for the factory. */
  readonly reference: Readonly<Record<string, string | number>>;
}

/** Content that an area collects and sends itself (MessageSenders). */
export interface CustomContent {
  readonly kind: 'own';
  /** Name of the sender in MessageSenders. */
  readonly sender: string;
  readonly host: string;
  /** Identifies the content for the sender. */
  readonly reference: number;
}

export type MessageContent = WebhookContent | SubscriptionContent | MailContent | CustomContent;

/** Result of an attempt. */
export type SendResult = {
  readonly detail: string;
  /** HTTP status of the response to a webhook; absent without a response. */
  readonly status?: number;
  /** The message stays pending, and is sent again at this time, whatever the result was. */
  readonly nextAttemptAt?: Date;
} & (
  | { readonly result: 'delivered' }
  | {
      readonly result: 'failed';
      /** Whether further attempts would fail too. */
      readonly isFinal: boolean;
    }
);

/** Returns a failure after which another attempt may succeed. */
export const createRetryableFailure = (detail: string): SendResult => ({
  result: 'failed',
  isFinal: false,
  detail,
});

/** Returns a failure after which no other attempt can succeed. */
export const createFinalFailure = (detail: string): SendResult => ({
  result: 'failed',
  isFinal: true,
  detail,
});
