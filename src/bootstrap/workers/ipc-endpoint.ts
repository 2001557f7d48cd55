import { type IpcService, PrimaryUnavailable, PrimaryProcess } from '../../core/primary-process';

/** The way to another process: `process` in a worker, the worker in the primary. */
export interface IpcTransport {
  send(message: object, handle: undefined, options: object, done: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** A call; without a number nobody waits for its answer. */
interface IpcRequest {
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly id?: number;
}

interface IpcResponse {
  readonly answerTo: number;
  readonly value?: unknown;
  /** The message of what was thrown instead. */
  readonly error?: string;
}

type Method = (...args: readonly unknown[]) => unknown;

/** One of the two ends of a channel: each calls what the other one serves. */
export class IpcEndpoint extends PrimaryProcess {
  private readonly services = new Map<string, Readonly<Record<string, Method>>>();
  private readonly pending = new Map<number, (answer: IpcResponse | undefined) => void>();
  private lastId = 0;

  constructor(private readonly transport: IpcTransport) {
    super();
    transport.on('message', (message) => {
      this.receive(message as IpcRequest | IpcResponse);
    });
  }

  override register<D extends object>({ name }: IpcService<D>, keeper: D): void {
    this.services.set(name, keeper as Readonly<Record<string, Method>>);
  }

  override async call<D>(
    { name: desk, timeoutMs }: IpcService<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): Promise<unknown> {
    const call = ++this.lastId;
    const answer = await new Promise<IpcResponse | undefined>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs, undefined);
      this.pending.set(call, (given) => {
        clearTimeout(timer);
        resolve(given);
      });
      this.send({ service: desk, method, args, id: call });
    });
    this.pending.delete(call);
    if (!answer) throw new PrimaryUnavailable();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  override notify<D>(
    { name: desk }: IpcService<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): void {
    this.send({ service: desk, method, args });
  }

  /** The other end is gone: nobody waits for it any more. */
  close(): void {
    for (const over of this.pending.values()) over(undefined);
  }

  private receive(message: IpcRequest | IpcResponse): void {
    if ('answerTo' in message) this.pending.get(message.answerTo)?.(message);
    else void this.handleRequest(message);
  }

  private async handleRequest({ service, method, args, id }: IpcRequest): Promise<void> {
    let result: { readonly value?: unknown; readonly error?: string };
    try {
      const keeper = this.services.get(service);
      const value = await keeper?.[method]?.(...args);
      result = keeper ? { value } : { error: `Nobody serves ${service} yet` };
    } catch (error) {
      result = { error: (error as Error).message };
    }
    if (id !== undefined) this.send({ answerTo: id, ...result });
  }

  /** What is sent to one that has just gone is lost, which its end tells. */
  private send(message: IpcRequest | IpcResponse): void {
    this.transport.send(message, undefined, {}, () => undefined);
  }
}
