import { Injectable } from '@nestjs/common';
import { finalFailure, type SendResult } from '../message-content';

/** What is sent, and what signs it: one signature for each secret. */
export interface SignedWebhook {
  readonly url: string;
  /** JSON; the same text in every attempt. */
  readonly body: string;
  readonly secrets: readonly string[];
}

/** @returns a result if nothing can be sent */
type FindWebhook = (deliveryId: number) => Promise<SignedWebhook | SendResult>;

/** Where the webhooks of subscriptions are kept; the module of the subscriptions registers itself. */
@Injectable()
export class SubscribedWebhooks {
  find: FindWebhook = () => Promise.resolve(finalFailure('The service has no subscriptions'));
}
