import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The JSON of the exporter, as far as specs look at it. */
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface SentAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly SentAttribute[];
  readonly status: { readonly code?: number };
}

type Attributes = Readonly<Record<string, string | number>>;

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly id: string;
  /** Absent: it is the first of its trace. */
  readonly parent?: string;
  readonly name: string;
  readonly attributes: Attributes;
  readonly isFailed: boolean;
}

const FAILED = 2;

/** A collector on this machine that takes spans by OTLP, in JSON over HTTP. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Attributes of the senders. */
  readonly resources: Attributes[] = [];
  /** All that came, as it was sent. */
  text = '';
  /** How what comes next is answered. */
  status = 200;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (this.status === 200 && request.url === '/v1/traces')
          this.take(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(this.status, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new OtlpReceiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The only span of a name, in a trace where that is given. */
  one(name: string, traceId?: string): ReceivedSpan {
    const found = this.spans.filter(
      (span) => span.name === name && (traceId === undefined || span.traceId === traceId),
    );
    if (found.length !== 1) throw new Error(`${found.length} spans are called ${name}`);
    return found[0] as ReceivedSpan;
  }

  childrenOf({ id }: ReceivedSpan): ReceivedSpan[] {
    return this.spans.filter(({ parent }) => parent === id);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(text: string): void {
    this.text += text;
    const { resourceSpans } = JSON.parse(text) as Sent;
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(read(resource.attributes));
      for (const { spans } of scopeSpans) this.spans.push(...spans.map(received));
    }
  }
}

function received(sent: SentSpan): ReceivedSpan {
  const { traceId, spanId: id, parentSpanId: parent, name, attributes, status } = sent;
  const isFailed = status.code === FAILED;
  const whole = { traceId, id, name, attributes: read(attributes), isFailed };
  return parent === undefined || parent === '' ? whole : { ...whole, parent };
}

function read(attributes: readonly SentAttribute[]): Attributes {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [
      key,
      stringValue ?? Number(intValue),
    ]),
  );
}
