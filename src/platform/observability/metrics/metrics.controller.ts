import { createHash, timingSafeEqual } from 'node:crypto';
import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicController } from '../../../api';
import { PathNotFound } from '../../../api/problems/problems';
import { Configuration } from '../../../config/configuration';
import { defineError } from '../../../core/errors';
import { PrimaryUnavailable } from '../../../core/primary-process';
import { PrometheusMetrics } from './prometheus-metrics';

/** 401: the metrics are for those who have METRICS_TOKEN. */
export const MetricsTokenInvalid = defineError({
  code: 'metrics.token',
  status: 401,
  title: 'The token of the metrics is needed',
  remedy: 'Send the token that the operator has set.',
  detail: () => 'Send the METRICS_TOKEN of the service as "Authorization: Bearer <token>".',
});

/** 503: a process of the service is stuck; a sum without it would be wrong. */
export const MetricsUnavailable = defineError({
  code: 'metrics.unavailable',
  status: 503,
  title: 'The metrics can not be summed up',
  remedy: 'Ask again; look at the processes of the service when it stays so.',
  detail: () => 'One of the processes of the service did not tell its metrics in time.',
});

/**
 * The metrics, for a Prometheus server. They have a token of their own and not an API key, which would have to
 * be looked up in the database: they are wanted most when that is away.
 */
@PublicController('metrics')
export class MetricsController {
  private readonly token: Buffer | undefined;

  constructor(
    private readonly metrics: PrometheusMetrics,
    { metricsToken }: Configuration,
  ) {
    this.token = metricsToken === undefined ? undefined : digest(metricsToken);
  }

  @Get()
  async read(
    @Req() { headers: { authorization = '' }, path }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    if (!this.token) throw new PathNotFound({ path });
    const given = /^Bearer +([^\s]+)$/i.exec(authorization)?.[1] ?? '';
    if (!timingSafeEqual(digest(given), this.token)) throw new MetricsTokenInvalid();
    response.setHeader('Content-Type', this.metrics.contentType);
    response.setHeader('Cache-Control', 'no-store');
    try {
      return await this.metrics.text();
    } catch (error) {
      throw error instanceof PrimaryUnavailable ? new MetricsUnavailable() : error;
    }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
