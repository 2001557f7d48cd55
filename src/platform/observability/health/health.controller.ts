import { setTimeout as pause } from 'node:timers/promises';
import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicController } from '../../../api';
import { Shutdown } from '../../../core/shutdown';
import { Database } from '../../../database';

/** Time limit of the database's answer. */
const PING_TIMEOUT_MS = 1_500;

/** Health checks for load balancers and container platforms. */
@PublicController('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly shutdown: Shutdown,
  ) {}

  /** Whether the process runs, and a restart would not help. */
  @Get('live')
  live(@Res({ passthrough: true }) response: Response): { status: string } {
    const { isWritable } = this.database;
    response.status(isWritable ? 200 : 503);
    return { status: isWritable ? 'ok' : 'restart needed' };
  }

  /** Whether the process can serve requests: its database answers, and it is not shutting down. */
  @Get(['/', 'ready'])
  async ready(
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ status: string; database: string }> {
    const isReachable = await this.isDatabaseReachable();
    const isReady = isReachable && !this.shutdown.isAnnounced;
    response.status(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'unavailable', database: isReachable ? 'ok' : 'unreachable' };
  }

  private async isDatabaseReachable(): Promise<boolean> {
    const ping = this.database.ping().then(
      () => true,
      () => false,
    );
    return Promise.race([ping, pause(PING_TIMEOUT_MS, false, { ref: false })]);
  }
}
