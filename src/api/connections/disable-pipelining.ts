import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Ends the headers of a request (RFC 9112, 2.1). A packet without it can't hold two requests. */
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** Minimum number of bytes of a body that the parser gets at once. */
const BODY_CHUNK_BYTES = 4096;

const connections = new WeakMap<Socket, SequentialConnection>();

/**
 * Makes a server work on one request of a connection at a time. Node parses everything that has arrived and passes
 * it all to the listener. So a thousand small requests in one packet make a thousand responses that wait for the
 * first one.
 * @param listener handles a request, once its response can be sent
 */
export function disablePipelining(server: Server, listener: RequestListener): void {
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new SequentialConnection(socket));
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    connection?.trackRequest(request, response);
    if (response.socket) listener(request, response);
    else response.once('socket', () => listener(request, response));
  });
}

/** Passes the bytes of a connection to the parser up to the next request, and the rest after the response to it. */
class SequentialConnection {
  private readonly parse: (bytes: Buffer) => void;
  private openRequests = 0;
  private latestRequest?: IncomingMessage;
  private unparsed: Buffer | undefined;
  private isPaused = false;

  constructor(private readonly socket: Socket) {
    // Node's own listener, which would get all bytes at once.
    const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
    this.parse = parse;
    socket.off('data', parse);
    socket.on('data', (bytes: Buffer) => {
      this.unparsed = this.unparsed ? Buffer.concat([this.unparsed, bytes]) : bytes;
      this.feedParser();
    });
  }

  trackRequest(request: IncomingMessage, response: ServerResponse): void {
    this.openRequests += 1;
    this.latestRequest = request;
    response.once('close', () => {
      this.openRequests -= 1;
      this.feedParser();
    });
  }

  private feedParser(): void {
    while (this.unparsed && !this.isAwaitingResponse && !this.socket.destroyed) {
      const chunk = this.nextChunk(this.unparsed);
      this.unparsed =
        chunk.length < this.unparsed.length ? this.unparsed.subarray(chunk.length) : undefined;
      this.parse(chunk);
    }
    if (this.unparsed) this.pause();
    else if (this.isPaused) this.resume();
  }

  /**
   * The bytes up to the end of the next headers. Within a body, which may be full of such ends, the chunk has a minimum
   * size.
   */
  private nextChunk(bytes: Buffer): Buffer {
    const minBytes = this.latestRequest?.complete === false ? BODY_CHUNK_BYTES : 0;
    const end = bytes.indexOf(END_OF_HEADERS, minBytes);
    return end < 0 ? bytes : bytes.subarray(0, end + END_OF_HEADERS.length);
  }

  private pause(): void {
    this.isPaused = true;
    this.socket.pause();
  }

  private resume(): void {
    this.isPaused = false;
    const { latestRequest } = this;
    const isFull =
      latestRequest && latestRequest.readableLength >= latestRequest.readableHighWaterMark;
    // The reader of a body resumes the socket as soon as there is room for more.
    if (!isFull) this.socket.resume();
  }

  /** Whether a complete request waits for its response. While a body is incomplete, parsing continues. */
  private get isAwaitingResponse(): boolean {
    return this.openRequests > 0 && this.latestRequest?.complete === true;
  }
}
