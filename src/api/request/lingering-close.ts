import { Socket } from 'node:net';
import type { Request } from 'express';

/** How long a client has for reading an answer that came before it had sent everything. */
const LINGER_TIMEOUT_MS = 2_000;

/**
 * Closes the request's connection gently when it is answered before its body has come: at once, the client
 * would run into the closed connection with what it is sending, and never read the answer. What still
 * comes is thrown away.
 */
export function lingeringClose(request: Request): void {
  const { socket } = request;
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    if (request.complete) {
      Socket.prototype.destroySoon.call(socket);
      return;
    }
    // Whoever was reading the body, or decoding it, has given up, and would hold it up.
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
