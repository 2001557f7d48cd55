/** A JSON text for an address, signed with a secret that the configuration knows. */
export interface WebhookContent {
  readonly kind: 'webhook';
  readonly url: string;
  /** One of WEBHOOK_SECRETS. */
  readonly secretName: string;
  /** JSON; the same text in every attempt. */
  readonly body: string;
}

/** A plain mail to one address. */
export interface MailContent {
  readonly kind: 'mail';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type Content = WebhookContent | MailContent;

/** What came of an attempt. */
export type SendResult =
  | { readonly result: 'delivered'; readonly detail: string }
  | {
      readonly result: 'failed';
      /** Another attempt would fail as well. */
      readonly isFinal: boolean;
      readonly detail: string;
    };

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
