import { Injectable } from '@nestjs/common';
import { finalFailure, type SendResult } from '../message-content';

/** The content of a webhook, and the secrets that sign it, with one signature for each. */
export interface SignedWebhook {
  readonly url: string;
  /** JSON text, the same in every attempt. */
  readonly body: string;
  readonly secrets: readonly string[];
}

/** @returns a result if there is nothing to send */
type FindWebhook = (deliveryId: number) => Promise<SignedWebhook | SendResult>;

/** Looks up webhooks of subscriptions; the module of the subscriptions registers its function here. */
@Injectable()
export class SubscribedWebhooks {
  find: FindWebhook = () => Promise.resolve(finalFailure('The service has no subscriptions'));
}
