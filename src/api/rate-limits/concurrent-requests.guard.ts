import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../../config/configuration';
import { maxConnectionsByFileDescriptors } from '../connections/descriptors';
import { TooManyOpenCalls } from '../problems/problems';
import { closeUnreadRequest } from '../request/body';
import { getRequestContext } from '../request/request-context';

/** A caller's share of the connections of a process: a quarter. */
const SHARE_DIVISOR = 4;

/**
 * Refuses calls of a caller with as many open calls as a quarter of the connections, before their body is read. Behind
 * a proxy, connections are not limited by network. Calls that wait (`wait` of the journal, slow bodies) could take all
 * of them.
 */
@Injectable()
export class ConcurrentRequestsGuard implements CanActivate {
  private readonly limit: number;
  private readonly openByCaller = new Map<string, number>();

  constructor({ maxConnections }: Configuration) {
    const connections = Math.min(maxConnections, maxConnectionsByFileDescriptors());
    this.limit = Math.max(Math.floor(connections / SHARE_DIVISOR), 1);
  }

  /** @throws TooManyOpenCalls */
  canActivate(execution: ExecutionContext): boolean {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const caller = getRequestContext(request).principal?.callerKey;
    // The response of a client that has left already is closed: its end would not be noticed any more.
    if (caller === undefined || response.destroyed) return true;
    const open = this.openByCaller.get(caller) ?? 0;
    if (open >= this.limit) {
      // Idle connections take the place of others, too.
      response.setHeader('Connection', 'close');
      closeUnreadRequest(request, response);
      throw new TooManyOpenCalls({ limit: this.limit });
    }
    this.openByCaller.set(caller, open + 1);
    response.once('close', () => {
      this.release(caller);
    });
    return true;
  }

  private release(caller: string): void {
    const left = (this.openByCaller.get(caller) ?? 0) - 1;
    if (left > 0) this.openByCaller.set(caller, left);
    else this.openByCaller.delete(caller);
  }
}
