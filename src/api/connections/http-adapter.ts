import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { ConnectionCloser } from './connection-closer';
import { disablePipelining } from './disable-pipelining';
import { UrlMalformed } from '../problems/problems';
import { RouteTree } from '../request/route-tree';
import { rewriteAbsoluteUrl } from '../request/absolute-url';

/** How long connections may keep the service waiting. */
export interface ConnectionTimeouts {
  /** For the headers of a request, and for the first request of a connection. */
  readonly headersMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** How often connections are looked over for headers that are late. */
  readonly checkMs: number;
}

/** Idle connections are kept longer than load balancers keep theirs (60 s is usual). */
const DEFAULT_TIMEOUTS: ConnectionTimeouts = { headersMs: 66_000, idleMs: 65_000, checkMs: 5_000 };

/** Paths that only Express can match: it tries them one after the other, so there should be few of them. */
const ROUTE_PATTERN = /[*{]/;

/**
 * Express, with a tree for Nest's routes and a short way out for answers whose text and media type stand already.
 */
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

  /** Without compiling an expression that nobody would match with. */
  override normalizePath(path: string): string {
    return ROUTE_PATTERN.test(path) ? super.normalizePath(path) : path;
  }

  override initHttpServer(): void {
    const { headersMs, idleMs, checkMs } = this.timeouts;
    const options = {
      headersTimeout: headersMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: checkMs,
      // Every route has a deadline for its body; an import may take as long as it flows.
      requestTimeout: 0,
    };
    const server = createServer(options);
    // All fields are kept: `limitHeaderCount` refuses requests with too many, where Node would drop the last ones.
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
    // A body that was streamed.
    if (response.headersSent) return undefined;
    if (typeof body !== 'string') {
      return super.reply(response, body, status) as unknown;
    }
    if (status !== undefined) response.statusCode = status;
    response.setHeader('Content-Length', Buffer.byteLength(body));
    return response.end(body);
  }

  /** From now on every answer ends its connection. */
  closeAfterResponses(): void {
    this.connectionCloser?.closeAfterResponses();
  }

  private addRoute(method: string, route: readonly unknown[]): unknown {
    const [path, handler] = route as [string, RequestHandler];
    if (ROUTE_PATTERN.test(path)) throw new Error(`Only @All() takes a pattern, which ${path} is`);
    // Where the first route is: behind all middleware.
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
