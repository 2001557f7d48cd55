import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { listDecoratedProviders } from '../../../../api';
import { Configuration } from '../../../../config/configuration';
import { currentContext } from '../../../../core/actor-context';
import { Clock } from '../../../../core/clock';
import { createChildTraceParent, type TraceParent } from '../../../../core/trace-parent';
import {
  retryableFailure,
  finalFailure,
  type SendResult,
  type SubscriptionContent,
  type WebhookContent,
} from '../message-content';
import { WebhookSecretUnknown } from '../outbox-errors';
import { AddressNotPublic } from './public-addresses';
import { type SignedWebhook, SignedWebhookSource } from './signed-webhook-source';
import { postWebhook } from './post-webhook';
import { signWebhook } from './sign-webhook';

/** Time limit of an attempt. */
const DEADLINE_MS = 10_000;
/** Status by which the receiver refuses further webhooks. */
const HTTP_GONE = 410;

/** Sends webhooks in the format of the Standard Webhooks specification. */
@Injectable()
export class WebhookSender implements OnModuleInit {
  private signedWebhookSource?: SignedWebhookSource;

  constructor(
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    [this.signedWebhookSource] = listDecoratedProviders(this.discovery, SignedWebhookSource);
  }

  /** @throws WebhookSecretUnknown */
  requireSendable({ secretName }: WebhookContent): void {
    if (this.findSecret(secretName) === undefined) throw new WebhookSecretUnknown({ secretName });
  }

  /**
   * Makes one attempt.
   * @param messageId the same in all attempts
   * @param cause trace of the request that caused the message; if the attempt is recorded, its span is sent instead
   */
  async send(
    messageId: string,
    content: WebhookContent | SubscriptionContent,
    cause: TraceParent | null,
  ): Promise<SendResult> {
    const found = await this.getSignedWebhook(content);
    if ('result' in found) return found;
    const { url, body, secrets } = found;
    const traceparent =
      currentContext().span?.trace ?? (cause === null ? undefined : createChildTraceParent(cause));
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Online-Store-Administration',
      'webhook-id': messageId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets
        .map((secret) => signWebhook(secret, messageId, timestamp, body))
        .join(' '),
      ...(traceparent !== undefined && { traceparent }),
    };
    const allowsPrivate = this.configuration.webhookPrivateAddresses;
    try {
      return toSendResult(
        await postWebhook(new URL(url), headers, body, { deadlineMs: DEADLINE_MS, allowsPrivate }),
      );
    } catch (error) {
      return toConnectionFailure(error as NodeJS.ErrnoException);
    }
  }

  private async getSignedWebhook(
    content: WebhookContent | SubscriptionContent,
  ): Promise<SignedWebhook | SendResult> {
    if (content.kind === 'subscription') {
      const found = this.signedWebhookSource?.getSignedWebhook(content.deliveryId);
      return found ?? finalFailure('The service has no subscriptions');
    }
    const { url, body, secretName } = content;
    const secret = this.findSecret(secretName);
    return secret === undefined
      ? finalFailure(new WebhookSecretUnknown({ secretName }).message)
      : { url, body, secrets: [secret] };
  }

  private findSecret(name: string): string | undefined {
    return this.configuration.webhookSecrets?.get(name);
  }
}

function toSendResult(status: number): SendResult {
  const detail = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { result: 'delivered', detail, status };
  return { ...(status === HTTP_GONE ? finalFailure(detail) : retryableFailure(detail)), status };
}

function toConnectionFailure(error: NodeJS.ErrnoException): SendResult {
  if (error instanceof AddressNotPublic) return finalFailure(error.message);
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  if (isLate) return retryableFailure(`No answer within ${DEADLINE_MS / 1000} seconds`);
  return retryableFailure(error.message || (error.code ?? error.name));
}
