import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { listDecoratedProviders } from '../../../../api';
import { Configuration } from '../../../../config/configuration';
import { getActorContext } from '../../../../core/actor-context';
import { Clock } from '../../../../core/clock';
import { createChildTraceParent, type TraceParent } from '../../../../core/trace-parent';
import {
  createRetryableFailure,
  createFinalFailure,
  type SendResult,
  type SubscriptionContent,
  type WebhookContent,
} from '../message-content';
import { WebhookSecretUnknown } from '../outbox-errors';
import { AddressNotPublic } from './public-addresses';
import { type SignableWebhook, SignableWebhookSource } from './signable-webhook-source';
import { postWebhook } from './post-webhook';
import { signWebhook } from './sign-webhook';

/** Time limit of an attempt. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Status by which the receiver refuses further webhooks. */
const HTTP_GONE = 410;

/** Sends webhooks in the format of the Standard Webhooks specification. */
@Injectable()
export class WebhookSender implements OnModuleInit {
  private signableWebhookSource?: SignableWebhookSource;

  constructor(
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    [this.signableWebhookSource] = listDecoratedProviders(this.discovery, SignableWebhookSource);
  }

  /** @throws WebhookSecretUnknown */
  requireSendable({ secretName }: WebhookContent): void {
    if (this.findSecret(secretName) === undefined) throw new WebhookSecretUnknown({ secretName });
  }

  /**
   * Makes one attempt.
   * @param messageId the same in all attempts
   * @param requestTrace trace of the request that caused the message; if the attempt is recorded, its span is sent instead
   */
  async send(
    messageId: string,
    content: WebhookContent | SubscriptionContent,
    requestTrace: TraceParent | null,
  ): Promise<SendResult> {
    const webhookOrResult = await this.getSignableWebhook(content);
    if ('result' in webhookOrResult) return webhookOrResult;
    const { url, body, secrets } = webhookOrResult;
    const traceparent =
      getActorContext().span?.traceParent ??
      (requestTrace === null ? undefined : createChildTraceParent(requestTrace));
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
    const allowsPrivateAddresses = this.configuration.webhookPrivateAddresses;
    try {
      return toSendResult(
        await postWebhook(new URL(url), headers, body, {
          timeoutMs: ATTEMPT_TIMEOUT_MS,
          allowsPrivateAddresses,
        }),
      );
    } catch (error) {
      return toConnectionFailure(error as NodeJS.ErrnoException);
    }
  }

  private async getSignableWebhook(
    content: WebhookContent | SubscriptionContent,
  ): Promise<SignableWebhook | SendResult> {
    if (content.kind === 'subscription') {
      const found = this.signableWebhookSource?.getSignableWebhook(content.deliveryId);
      return found ?? createFinalFailure('The service has no subscriptions');
    }
    const { url, body, secretName } = content;
    const secret = this.findSecret(secretName);
    return secret === undefined
      ? createFinalFailure(new WebhookSecretUnknown({ secretName }).message)
      : { url, body, secrets: [secret] };
  }

  private findSecret(name: string): string | undefined {
    return this.configuration.webhookSecrets?.get(name);
  }
}

function toSendResult(status: number): SendResult {
  const detail = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { result: 'delivered', detail, status };
  return {
    ...(status === HTTP_GONE ? createFinalFailure(detail) : createRetryableFailure(detail)),
    status,
  };
}

function toConnectionFailure(error: NodeJS.ErrnoException): SendResult {
  if (error instanceof AddressNotPublic) return createFinalFailure(error.message);
  const isTimeout = error.name === 'AbortError' || error.name === 'TimeoutError';
  if (isTimeout)
    return createRetryableFailure(`No answer within ${ATTEMPT_TIMEOUT_MS / 1000} seconds`);
  return createRetryableFailure(error.message || (error.code ?? error.name));
}
