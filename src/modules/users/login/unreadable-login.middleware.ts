import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { toClientNetwork, closeUnread } from '../../../api';
import { LoginLimiter } from './login-limiter';

/**
 * Statuses of a body that is no login: malformed or wrong, too slow, too large. Not 415: a page of another site can have
 * a browser send such bodies, and would lock its network out.
 */
const UNREADABLE_STATUSES = [400, 408, 413];

/** Counts bodies that are no login as failed logins of their address; of an address with too many, none is read. */
@Injectable()
export class UnreadableLoginMiddleware implements NestMiddleware {
  constructor(private readonly limiter: LoginLimiter) {}

  /** @throws LoginThrottled */
  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const address = toClientNetwork(request.ip ?? '');
    try {
      await this.limiter.requireAddressAllowed(address);
    } catch (error) {
      closeUnread(request, response);
      throw error;
    }
    response.once('finish', () => {
      if (UNREADABLE_STATUSES.includes(response.statusCode))
        void this.limiter.recordUnreadable(address);
    });
    next();
  }
}
