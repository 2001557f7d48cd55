import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { toClientNetwork, closeConnectionIfUnread } from '../../../api';
import { LoginLimiter } from './login-limiter';

/**
 * Statuses of a body that is not a login: malformed or invalid, too slow, too large. Status 415 is excluded. A page
 * of another site can make a browser send such bodies, which would lock out the browser's network.
 */
const UNREADABLE_STATUSES = [400, 408, 413];

/**
 * Counts unreadable bodies as failed logins of their network. Bodies from a network with too many failures are not
 * read.
 */
@Injectable()
export class UnreadableLoginMiddleware implements NestMiddleware {
  constructor(private readonly limiter: LoginLimiter) {}

  /** @throws LoginThrottled */
  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const network = toClientNetwork(request.ip ?? '');
    try {
      await this.limiter.requireNetworkAllowed(network);
    } catch (error) {
      closeConnectionIfUnread(request, response);
      throw error;
    }
    response.once('finish', () => {
      if (UNREADABLE_STATUSES.includes(response.statusCode))
        void this.limiter.recordUnreadable(network);
    });
    next();
  }
}
