import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { toClientNetwork, closeUnread } from '../../../api';
import { LoginLimiter } from './failed-logins';

/**
 * Statuses of a body that is no login: malformed or wrong, too slow, too large. Not 415: a page of another site can have
 * a browser send such bodies, and would lock its network out.
 */
const UNREADABLE = [400, 408, 413];

/** Counts bodies that are no login as failed logins of their address; of an address with too many, none is read. */
@Injectable()
export class UnreadableLogins implements NestMiddleware {
  constructor(private readonly failures: LoginLimiter) {}

  /** @throws LoginThrottled */
  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const address = toClientNetwork(request.ip ?? '');
    try {
      await this.failures.requireFewOf(address);
    } catch (error) {
      closeUnread(request, response);
      throw error;
    }
    response.once('finish', () => {
      if (UNREADABLE.includes(response.statusCode)) void this.failures.unreadable(address);
    });
    next();
  }
}
