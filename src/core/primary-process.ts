/** The process that was asked did not answer in time, or is gone. */
export class PrimaryUnavailable extends Error {
  constructor() {
    super('The other process does not answer');
  }
}

/** Names an object that one process keeps and others call. What goes in and out of its methods is copied. */
export interface IpcService<D> {
  readonly name: string;
  /** Milliseconds that an answer may take. */
  readonly timeoutMs: number;
  /** What it is; never there. */
  readonly contract?: D;
}

/**
 * The process that has started this one and others behind the same port (WORKERS), and keeps for all of them what they
 * share. Where a process works alone there is none.
 */
export abstract class PrimaryProcess {
  /** Calls a method there. @throws PrimaryUnavailable; Error with the message of what the method throws */
  abstract call<D>(
    desk: IpcService<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): Promise<unknown>;

  /** Calls a method there, and waits for nothing. */
  abstract notify<D>(desk: IpcService<D>, method: keyof D & string, args: readonly unknown[]): void;

  /** Lets the primary call the methods of an object here. */
  abstract register<D extends object>(desk: IpcService<D>, keeper: D): void;
}

/** What the primary keeps for all processes, and each for itself where there is none and while it does not answer. */
export class PrimaryWithLocalFallback<D> {
  constructor(
    private readonly service: IpcService<D>,
    private readonly primary: PrimaryProcess | undefined,
  ) {}

  /** @param here does the same in this process */
  async call<T>(
    method: keyof D & string,
    args: readonly unknown[],
    here: () => T | Promise<T>,
  ): Promise<T> {
    if (!this.primary) return here();
    try {
      return (await this.primary.call(this.service, method, args)) as T;
    } catch (error) {
      if (!(error instanceof PrimaryUnavailable)) throw error;
      return here();
    }
  }
}
