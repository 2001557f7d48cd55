import { type IpcService, PrimaryUnavailable, PrimaryProcess } from '../../core/primary';

/** The way to another process: `process` in a worker, the worker in the primary. */
export interface Channel {
  send(message: object, handle: undefined, options: object, done: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** A call; without a number nobody waits for its answer. */
interface Call {
  readonly desk: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly call?: number;
}

interface Answer {
  readonly answerTo: number;
  readonly value?: unknown;
  /** The message of what was thrown instead. */
  readonly error?: string;
}

type Method = (...args: readonly unknown[]) => unknown;

/** One of the two ends of a channel: each calls what the other one serves. */
export class Line extends PrimaryProcess {
  private readonly desks = new Map<string, Readonly<Record<string, Method>>>();
  private readonly waiting = new Map<number, (answer: Answer | undefined) => void>();
  private calls = 0;

  constructor(private readonly channel: Channel) {
    super();
    channel.on('message', (message) => {
      this.take(message as Call | Answer);
    });
  }

  override register<D extends object>({ name }: IpcService<D>, keeper: D): void {
    this.desks.set(name, keeper as Readonly<Record<string, Method>>);
  }

  override async call<D>(
    { name: desk, timeoutMs }: IpcService<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): Promise<unknown> {
    const call = ++this.calls;
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs, undefined);
      this.waiting.set(call, (given) => {
        clearTimeout(timer);
        resolve(given);
      });
      this.send({ desk, method, args, call });
    });
    this.waiting.delete(call);
    if (!answer) throw new PrimaryUnavailable();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  override notify<D>(
    { name: desk }: IpcService<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): void {
    this.send({ desk, method, args });
  }

  /** The other end is gone: nobody waits for it any more. */
  end(): void {
    for (const over of this.waiting.values()) over(undefined);
  }

  private take(message: Call | Answer): void {
    if ('answerTo' in message) this.waiting.get(message.answerTo)?.(message);
    else void this.answer(message);
  }

  private async answer({ desk, method, args, call }: Call): Promise<void> {
    let result: { readonly value?: unknown; readonly error?: string };
    try {
      const keeper = this.desks.get(desk);
      const value = await keeper?.[method]?.(...args);
      result = keeper ? { value } : { error: `Nobody serves ${desk} yet` };
    } catch (error) {
      result = { error: (error as Error).message };
    }
    if (call !== undefined) this.send({ answerTo: call, ...result });
  }

  /** What is sent to one that has just gone is lost, which its end tells. */
  private send(message: Call | Answer): void {
    this.channel.send(message, undefined, {}, () => undefined);
  }
}
