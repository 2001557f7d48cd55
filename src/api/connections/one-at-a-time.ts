import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Ends the headers of a request (RFC 9112, 2.1): between two of these no request can begin. */
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** Bytes of a body that are given to the parser at once at least. */
const BODY_PIECE_BYTES = 4096;

const connections = new WeakMap<Socket, Connection>();

/**
 * Has a server work on one request of a connection at a time. Node parses whatever has come, and would give all of
 * it to the listener: with a thousand small requests in one packet, a thousand answers that wait for the first one.
 * @param listener answers requests; each when its answer can go out
 */
export function serveOneAtATime(server: Server, listener: RequestListener): void {
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    connection?.begin(request, response);
    if (response.socket) listener(request, response);
    else response.once('socket', () => listener(request, response));
  });
}

/** Gives the parser the bytes of a connection up to the next request, and the rest when that is answered. */
class Connection {
  private readonly parse: (bytes: Buffer) => void;
  private inHand = 0;
  private latest?: IncomingMessage;
  private rest: Buffer | undefined;
  private isHeld = false;

  constructor(private readonly socket: Socket) {
    // Node's own listener, which would be given all bytes at once.
    const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
    this.parse = parse;
    socket.off('data', parse);
    socket.on('data', (bytes: Buffer) => {
      this.rest = this.rest ? Buffer.concat([this.rest, bytes]) : bytes;
      this.feed();
    });
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.inHand += 1;
    this.latest = request;
    response.once('close', () => {
      this.inHand -= 1;
      this.feed();
    });
  }

  private feed(): void {
    while (this.rest && !this.isBusy && !this.socket.destroyed) {
      const piece = this.nextPiece(this.rest);
      this.rest = piece.length < this.rest.length ? this.rest.subarray(piece.length) : undefined;
      this.parse(piece);
    }
    if (this.rest) this.hold();
    else if (this.isHeld) this.release();
  }

  /** The bytes to the end of the next headers. Of a body, which may be full of what looks like it, some more. */
  private nextPiece(bytes: Buffer): Buffer {
    const least = this.latest?.complete === false ? BODY_PIECE_BYTES : 0;
    const at = bytes.indexOf(END_OF_HEADERS, least);
    return at < 0 ? bytes : bytes.subarray(0, at + END_OF_HEADERS.length);
  }

  private hold(): void {
    this.isHeld = true;
    this.socket.pause();
  }

  private release(): void {
    this.isHeld = false;
    const { latest } = this;
    const isFull = latest && latest.readableLength >= latest.readableHighWaterMark;
    // Who reads a body has the socket go on when there is room for more of it.
    if (!isFull) this.socket.resume();
  }

  /** A request whose body is still to come is read on. */
  private get isBusy(): boolean {
    return this.inHand > 0 && this.latest?.complete === true;
  }
}
