import { createProviderDecorator } from '../../../../api';
import type { SendResult } from '../message-content';

/** The content of a webhook, and the secrets that sign it, with one signature for each. */
export interface SignableWebhook {
  readonly url: string;
  /** JSON text, the same in every attempt. */
  readonly body: string;
  readonly secrets: readonly string[];
}

/** Looks up webhooks of subscriptions. */
export interface SignableWebhookSource {
  /** Returns the webhook to send; called for each attempt. @returns a result if there is nothing to send */
  getSignableWebhook(deliveryId: number): Promise<SignableWebhook | SendResult>;
}

/** Marks the provider that looks up webhooks of subscriptions. */
export const SignableWebhookSource = createProviderDecorator<SignableWebhookSource>();
