/** The called process has not responded in time, or has ended. */
export class PeerProcessUnavailable extends Error {
  constructor() {
    super('The other process does not respond');
  }
}

/** Identifies an object in one process whose methods other processes call. Arguments and results are copied. */
export interface IpcServiceDescriptor<D> {
  readonly name: string;
  /** Maximum time for a response, in milliseconds. */
  readonly timeoutMs: number;
  /** Type of the object; never set. */
  readonly contract?: D;
}

/**
 * The process at the other end of an IPC channel. As a provider it is the primary process, which has started this
 * worker and others behind the same port (WORKERS). The primary holds their shared state; a single process has none.
 */
export abstract class PeerProcess {
  /**
   * Calls a method in the other process.
   * @throws PeerProcessUnavailable; Error with the message of the method's error
   */
  abstract call<D>(
    service: IpcServiceDescriptor<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): Promise<unknown>;

  /** Calls a method in the other process without waiting for it. */
  abstract notify<D>(
    service: IpcServiceDescriptor<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): void;

  /** Registers an object in this process whose methods the other process may call. */
  abstract register<D extends object>(service: IpcServiceDescriptor<D>, handler: D): void;
}

/**
 * A service of the primary with a fallback in this process, for a single process and while the primary does not
 * respond.
 */
export class PrimaryWithLocalFallback<D> {
  constructor(
    private readonly service: IpcServiceDescriptor<D>,
    private readonly primary: PeerProcess | undefined,
  ) {}

  /** @param runLocally does the same in this process */
  async call<T>(
    method: keyof D & string,
    args: readonly unknown[],
    runLocally: () => T | Promise<T>,
  ): Promise<T> {
    if (!this.primary) return runLocally();
    try {
      return (await this.primary.call(this.service, method, args)) as T;
    } catch (error) {
      if (!(error instanceof PeerProcessUnavailable)) throw error;
      return runLocally();
    }
  }
}
