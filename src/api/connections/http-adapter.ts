import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { ConnectionCloser } from './connection-closer';
import { disablePipelining } from './disable-pipelining';
import { UrlMalformed } from '../problems/api-errors';
import { RouteTree } from '../request/route-tree';
import { rewriteAbsoluteUrl } from '../request/absolute-url';

/** How long the service waits for the other end of a connection. */
export interface ConnectionTimeouts {
  /** Maximum time for the headers of a request, and until the first request of a connection. */
  readonly headersTimeoutMs: number;
  /** Maximum time between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** Interval between checks for late headers. */
  readonly checkIntervalMs: number;
}

/** Idle connections are kept longer than load balancers keep theirs (60 s is usual). */
const DEFAULT_TIMEOUTS: ConnectionTimeouts = {
  headersTimeoutMs: 66_000,
  keepAliveTimeoutMs: 65_000,
  checkIntervalMs: 5_000,
};

/** Paths that only Express can match. It tries them one after the other, so there should be few of them. */
const WILDCARD_SYNTAX = /[*{]/;

/** Express with a tree for the routes of Nest. Response bodies that are text already skip Express's `send`. */
export class HttpAdapter extends ExpressAdapter {
  private readonly routes = new RouteTree<RequestHandler>();
  private hasRoutes = false;
  private connectionCloser?: ConnectionCloser;

  constructor(private readonly timeouts = DEFAULT_TIMEOUTS) {
    super();
  }

  override get(...route: unknown[]): unknown {
    return this.addRoute('GET', route);
  }

  override post(...route: unknown[]): unknown {
    return this.addRoute('POST', route);
  }

  override put(...route: unknown[]): unknown {
    return this.addRoute('PUT', route);
  }

  override patch(...route: unknown[]): unknown {
    return this.addRoute('PATCH', route);
  }

  override delete(...route: unknown[]): unknown {
    return this.addRoute('DELETE', route);
  }

  /** Leaves plain paths alone: Express would compile an expression that is never used. */
  override normalizePath(path: string): string {
    return WILDCARD_SYNTAX.test(path) ? super.normalizePath(path) : path;
  }

  override initHttpServer(): void {
    const { headersTimeoutMs, keepAliveTimeoutMs, checkIntervalMs } = this.timeouts;
    const options = {
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
      // Every route has its own deadline for the body. An import may take as long as data flows.
      requestTimeout: 0,
    };
    const server = createServer(options);
    // 0 keeps all fields: `limitHeaderCount` refuses requests with too many. With a limit, Node would drop the last
    // ones.
    server.maxHeadersCount = 0;
    this.httpServer = server;
    this.connectionCloser = new ConnectionCloser(this.httpServer);
    const express = this.getInstance<Express>();
    disablePipelining(this.httpServer, (request, response) => {
      rewriteAbsoluteUrl(request);
      express(request, response);
    });
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    // The body was streamed already.
    if (response.headersSent) return undefined;
    if (typeof body !== 'string') {
      return super.reply(response, body, status) as unknown;
    }
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Length', Buffer.byteLength(body));
    return response.end(body);
  }

  /** From now on, every response ends its connection. */
  closeAfterResponses(): void {
    this.connectionCloser?.closeAfterResponses();
  }

  private addRoute(method: string, routeArguments: readonly unknown[]): unknown {
    const [path, handler] = routeArguments as [string, RequestHandler];
    if (WILDCARD_SYNTAX.test(path)) throw new Error(`Only @All() takes a pattern such as ${path}`);
    // Added with the first route, so that all middleware runs before it.
    if (!this.hasRoutes) this.getInstance<Express>().use(this.dispatch);
    this.hasRoutes = true;
    this.routes.add(method, path, handler);
    return this;
  }

  private readonly dispatch = (
    request: Request,
    response: Response,
    next: NextFunction,
  ): unknown => {
    const found = this.routes.find(request.method, request.path);
    if (!found) {
      next();
      return undefined;
    }
    try {
      request.params = decodeParameters(found.parameters);
    } catch {
      next(new UrlMalformed());
      return undefined;
    }
    return found.value(request, response, next);
  };
}

/** @throws URIError for an escape sequence that is not UTF-8 */
function decodeParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const params = Object.create(null) as Record<string, string>;
  for (const [name, text] of Object.entries(parameters)) params[name] = decodeURIComponent(text);
  return params;
}
