import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { currentContext } from '../../../../core/acting';
import { Clock } from '../../../../core/clock';
import { createChildTraceParent, type TraceParent } from '../../../../core/trace';
import {
  failed,
  failedForGood,
  type SendResult,
  type SubscriptionContent,
  type WebhookContent,
} from '../content';
import { WebhookSecretUnknown } from '../outbox-errors';
import { AddressNotPublic } from './public-addresses';
import { type SignedWebhook, SubscribedWebhooks } from './subscribed-webhooks';
import { post } from './webhook-post';
import { webhookSignature } from './webhook-signature';

/** How long an attempt may take. */
const DEADLINE_MS = 10_000;
/** The status by which the receiver says that it wants no more. */
const GONE = 410;

/** Sends webhooks as the Standard Webhooks specification has them. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    private readonly subscribed: SubscribedWebhooks,
  ) {}

  /** @throws WebhookSecretUnknown */
  refuseUnsendable({ secretName }: WebhookContent): void {
    if (this.secret(secretName) === undefined) throw new WebhookSecretUnknown({ secretName });
  }

  /**
   * One attempt.
   * @param messageId the same in all attempts
   * @param caused the trace of the request that has caused it; where the attempt is recorded, its span stands for that
   */
  async send(
    messageId: string,
    content: WebhookContent | SubscriptionContent,
    caused: TraceParent | null,
  ): Promise<SendResult> {
    const found = await this.signed(content);
    if ('result' in found) return found;
    const { url, body, secrets } = found;
    const place = currentContext().span?.trace ?? (caused === null ? undefined : createChildTraceParent(caused));
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Online-Store-Administration',
      'webhook-id': messageId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets
        .map((secret) => webhookSignature(secret, messageId, timestamp, body))
        .join(' '),
      ...(place !== undefined && { traceparent: place }),
    };
    const allowsPrivate = this.configuration.webhookPrivateAddresses;
    try {
      return judged(
        await post(new URL(url), headers, body, { deadline: DEADLINE_MS, allowsPrivate }),
      );
    } catch (error) {
      return unanswered(error as NodeJS.ErrnoException);
    }
  }

  private async signed(
    content: WebhookContent | SubscriptionContent,
  ): Promise<SignedWebhook | SendResult> {
    if (content.kind === 'subscription') return this.subscribed.find(content.deliveryId);
    const { url, body, secretName } = content;
    const secret = this.secret(secretName);
    return secret === undefined
      ? failedForGood(new WebhookSecretUnknown({ secretName }).message)
      : { url, body, secrets: [secret] };
  }

  private secret(name: string): string | undefined {
    return this.configuration.webhookSecrets?.get(name);
  }
}

function judged(status: number): SendResult {
  const detail = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { result: 'delivered', detail, status };
  return { ...(status === GONE ? failedForGood(detail) : failed(detail)), status };
}

function unanswered(error: NodeJS.ErrnoException): SendResult {
  if (error instanceof AddressNotPublic) return failedForGood(error.message);
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  if (isLate) return failed(`No answer within ${DEADLINE_MS / 1000} seconds`);
  return failed(error.message || (error.code ?? error.name));
}
