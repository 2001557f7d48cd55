import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Ends the headers of a request (RFC 9112, 2.1): between two of these no request can begin. */
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** Bytes of a body that are given to the parser at once at least. */
const BODY_CHUNK_BYTES = 4096;

const connections = new WeakMap<Socket, SequentialConnection>();

/**
 * Has a server work on one request of a connection at a time. Node parses whatever has come, and would give all of
 * it to the listener: with a thousand small requests in one packet, a thousand answers that wait for the first one.
 * @param listener answers requests; each when its answer can go out
 */
export function disablePipelining(server: Server, listener: RequestListener): void {
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new SequentialConnection(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    connection?.track(request, response);
    if (response.socket) listener(request, response);
    else response.once('socket', () => listener(request, response));
  });
}

/** Gives the parser the bytes of a connection up to the next request, and the rest when that is answered. */
class SequentialConnection {
  private readonly parse: (bytes: Buffer) => void;
  private openRequests = 0;
  private latest?: IncomingMessage;
  private unparsed: Buffer | undefined;
  private isPaused = false;

  constructor(private readonly socket: Socket) {
    // Node's own listener, which would be given all bytes at once.
    const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
    this.parse = parse;
    socket.off('data', parse);
    socket.on('data', (bytes: Buffer) => {
      this.unparsed = this.unparsed ? Buffer.concat([this.unparsed, bytes]) : bytes;
      this.feed();
    });
  }

  track(request: IncomingMessage, response: ServerResponse): void {
    this.openRequests += 1;
    this.latest = request;
    response.once('close', () => {
      this.openRequests -= 1;
      this.feed();
    });
  }

  private feed(): void {
    while (this.unparsed && !this.isBusy && !this.socket.destroyed) {
      const piece = this.nextChunk(this.unparsed);
      this.unparsed =
        piece.length < this.unparsed.length ? this.unparsed.subarray(piece.length) : undefined;
      this.parse(piece);
    }
    if (this.unparsed) this.pause();
    else if (this.isPaused) this.resume();
  }

  /** The bytes to the end of the next headers. Of a body, which may be full of what looks like it, some more. */
  private nextChunk(bytes: Buffer): Buffer {
    const least = this.latest?.complete === false ? BODY_CHUNK_BYTES : 0;
    const at = bytes.indexOf(END_OF_HEADERS, least);
    return at < 0 ? bytes : bytes.subarray(0, at + END_OF_HEADERS.length);
  }

  private pause(): void {
    this.isPaused = true;
    this.socket.pause();
  }

  private resume(): void {
    this.isPaused = false;
    const { latest } = this;
    const isFull = latest && latest.readableLength >= latest.readableHighWaterMark;
    // Who reads a body has the socket go on when there is room for more of it.
    if (!isFull) this.socket.resume();
  }

  /** A request whose body is still to come is read on. */
  private get isBusy(): boolean {
    return this.openRequests > 0 && this.latest?.complete === true;
  }
}
