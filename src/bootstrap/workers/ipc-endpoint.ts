import {
  type IpcServiceDescriptor,
  PeerProcessUnavailable,
  PeerProcess,
} from '../../core/peer-process';

/** The channel to another process: `process` in a worker, the worker in the primary. */
export interface IpcTransport {
  send(message: object, handle: undefined, options: object, done: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** A call; without an id the caller does not wait for the result. */
interface IpcRequest {
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
  /** Id of the call, which the response repeats as `callId`; absent if the caller does not wait. */
  readonly id?: number;
}

interface IpcResponse {
  readonly callId: number;
  readonly value?: unknown;
  /** Message of the error that the call threw. */
  readonly error?: string;
}

type Method = (...args: readonly unknown[]) => unknown;

/** One of the two ends of a channel; each end can call the services of the other one. */
export class IpcEndpoint extends PeerProcess {
  private readonly services = new Map<string, Readonly<Record<string, Method>>>();
  private readonly pendingCalls = new Map<number, (answer: IpcResponse | undefined) => void>();
  private lastCallId = 0;

  constructor(private readonly transport: IpcTransport) {
    super();
    transport.on('message', (message) => {
      this.receive(message as IpcRequest | IpcResponse);
    });
  }

  override register<D extends object>({ name }: IpcServiceDescriptor<D>, implementation: D): void {
    this.services.set(name, implementation as Readonly<Record<string, Method>>);
  }

  override async call<D>(
    { name: service, timeoutMs }: IpcServiceDescriptor<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): Promise<unknown> {
    const id = ++this.lastCallId;
    const response = await new Promise<IpcResponse | undefined>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs, undefined);
      this.pendingCalls.set(id, (received) => {
        clearTimeout(timer);
        resolve(received);
      });
      this.send({ service, method, args, id });
    });
    this.pendingCalls.delete(id);
    if (!response) throw new PeerProcessUnavailable();
    if (response.error !== undefined) throw new Error(response.error);
    return response.value;
  }

  override notify<D>(
    { name: service }: IpcServiceDescriptor<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): void {
    this.send({ service, method, args });
  }

  /** The other end has closed: calls fail instead of waiting. */
  failPendingCalls(): void {
    for (const cancel of this.pendingCalls.values()) cancel(undefined);
  }

  private receive(message: IpcRequest | IpcResponse): void {
    if ('callId' in message) this.pendingCalls.get(message.callId)?.(message);
    else void this.handleRequest(message);
  }

  private async handleRequest({ service, method, args, id }: IpcRequest): Promise<void> {
    let result: { readonly value?: unknown; readonly error?: string };
    try {
      const implementation = this.services.get(service);
      const value = await implementation?.[method]?.(...args);
      result = implementation
        ? { value }
        : { error: `The service ${service} is not registered yet` };
    } catch (error) {
      result = { error: (error as Error).message };
    }
    if (id !== undefined) this.send({ callId: id, ...result });
  }

  /** Errors are ignored: a message to a process that has just ended is lost, and its exit is reported separately. */
  private send(message: IpcRequest | IpcResponse): void {
    this.transport.send(message, undefined, {}, () => undefined);
  }
}
