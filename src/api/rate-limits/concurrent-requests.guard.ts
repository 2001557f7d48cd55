import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../../config/configuration';
import { getMaxConnectionsByFileDescriptors } from '../connections/file-descriptors';
import { TooManyConcurrentRequests } from '../problems/api-errors';
import { closeConnectionIfUnread } from '../request/body';
import { getRequestContext } from '../request/request-context';

/** A caller's share of the connections of a process: a quarter. */
const SHARE_DIVISOR = 4;

/**
 * Refuses a call, before its body is read, if its caller has as many open calls as a quarter of the connections. Behind
 * a proxy, connections are not limited by network. The waiting calls of one caller (`wait` of the journal, slow bodies)
 * could take all connections.
 */
@Injectable()
export class ConcurrentRequestsGuard implements CanActivate {
  private readonly maxOpenRequests: number;
  private readonly openRequestsByCaller = new Map<string, number>();

  constructor({ maxConnections }: Configuration) {
    const connections = Math.min(maxConnections, getMaxConnectionsByFileDescriptors());
    this.maxOpenRequests = Math.max(Math.floor(connections / SHARE_DIVISOR), 1);
  }

  /** @throws TooManyConcurrentRequests */
  canActivate(execution: ExecutionContext): boolean {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const caller = getRequestContext(request).principal?.callerId;
    // After a disconnect the response is closed already: without another 'close', the call would stay open.
    if (caller === undefined || response.destroyed) return true;
    const open = this.openRequestsByCaller.get(caller) ?? 0;
    if (open >= this.maxOpenRequests) {
      // Idle connections take the place of others, too.
      response.setHeader('Connection', 'close');
      closeConnectionIfUnread(request, response);
      throw new TooManyConcurrentRequests({ limit: this.maxOpenRequests });
    }
    this.openRequestsByCaller.set(caller, open + 1);
    response.once('close', () => {
      this.release(caller);
    });
    return true;
  }

  private release(caller: string): void {
    const left = (this.openRequestsByCaller.get(caller) ?? 0) - 1;
    if (left > 0) this.openRequestsByCaller.set(caller, left);
    else this.openRequestsByCaller.delete(caller);
  }
}
