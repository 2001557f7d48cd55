import { createHash, timingSafeEqual } from 'node:crypto';
import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicController } from '../../../api';
import { PathNotFound } from '../../../api/problems/api-errors';
import { Configuration } from '../../../config/configuration';
import { defineError } from '../../../core/errors';
import { PeerProcessUnavailable } from '../../../core/peer-process';
import { PrometheusMetrics } from './prometheus-metrics';

/** 401: reading the metrics requires METRICS_TOKEN. */
export const MetricsTokenInvalid = defineError({
  code: 'metrics.token',
  status: 401,
  title: 'The token for the metrics is missing or wrong',
  remedy: 'Send the token that the operator has configured.',
  detail: () => 'Send the METRICS_TOKEN of the service as "Authorization: Bearer <token>".',
});

/** 503: a process of the service doesn't answer, so the total would be wrong. */
export const MetricsUnavailable = defineError({
  code: 'metrics.unavailable',
  status: 503,
  title: "The metrics can't be aggregated",
  remedy: 'Try again; if the error persists, check the processes of the service.',
  detail: () => "One of the processes of the service didn't report its metrics in time.",
});

/**
 * The metrics for a Prometheus server. They have their own token instead of an API key. Looking up a key needs the
 * database, and metrics matter most when it is down.
 */
@PublicController('metrics')
export class MetricsController {
  private readonly tokenDigest: Buffer | undefined;

  constructor(
    private readonly metrics: PrometheusMetrics,
    { metricsToken }: Configuration,
  ) {
    this.tokenDigest = metricsToken === undefined ? undefined : digest(metricsToken);
  }

  @Get()
  async read(
    @Req() { headers: { authorization = '' }, path }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    if (!this.tokenDigest) throw new PathNotFound({ path });
    const token = /^Bearer +([^\s]+)$/i.exec(authorization)?.[1] ?? '';
    if (!timingSafeEqual(digest(token), this.tokenDigest)) throw new MetricsTokenInvalid();
    response.setHeader('Content-Type', this.metrics.contentType);
    response.setHeader('Cache-Control', 'no-store');
    try {
      return await this.metrics.formatMetrics();
    } catch (error) {
      throw error instanceof PeerProcessUnavailable ? new MetricsUnavailable() : error;
    }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
