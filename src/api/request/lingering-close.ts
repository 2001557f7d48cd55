import { Socket } from 'node:net';
import type { Request } from 'express';

/** How long a client has to read a response that came before the end of its request. */
const LINGER_TIMEOUT_MS = 2_000;

/**
 * Closes the request's connection gently if the response is sent before the body has arrived. With an immediate close,
 * the client would fail while sending and never read the response. The rest of the body is discarded.
 */
export function enableLingeringClose(request: Request): void {
  const { socket } = request;
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    if (request.complete) {
      Socket.prototype.destroySoon.call(socket);
      return;
    }
    // The body's reader or decoder has given up, and would block the rest.
    request.removeAllListeners('readable');
    request.unpipe();
    request.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_TIMEOUT_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
    });
  };
}
