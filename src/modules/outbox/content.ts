/** A JSON text for an address, signed with a secret that the configuration knows. */
export interface WebhookContent {
  readonly kind: 'webhook';
  readonly url: string;
  /** One of WEBHOOK_SECRETS. */
  readonly secretName: string;
  /** JSON; the same text in every attempt. */
  readonly body: string;
}

/** A webhook of a subscription: address, body and secrets are asked for at each attempt (SubscribedWebhooks). */
export interface SubscribedContent {
  readonly kind: 'subscription';
  /** Of the address, when it was stored. */
  readonly host: string;
  readonly deliveryId: number;
}

/** A plain mail to one address. */
export interface MailContent {
  readonly kind: 'mail';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type Content = WebhookContent | SubscribedContent | MailContent;

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

/** An attempt that may go better next time. */
export const failed = (detail: string): SendResult => ({
  result: 'failed',
  isFinal: false,
  detail,
});

/** An attempt that no other one helps. */
export const failedForGood = (detail: string): SendResult => ({
  result: 'failed',
  isFinal: true,
  detail,
});
