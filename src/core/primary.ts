/** The process that was asked did not answer in time, or is gone. */
export class NoAnswer extends Error {
  constructor() {
    super('The other process does not answer');
  }
}

/** Names an object that one process keeps and others call. What goes in and out of its methods is copied. */
export interface Desk<D> {
  readonly name: string;
  /** Milliseconds that an answer may take. */
  readonly patienceMs: number;
  /** What it is; never there. */
  readonly keeps?: D;
}

/**
 * The process that has started this one and others behind the same port (WORKERS), and keeps for all of them what they
 * share. Where a process works alone there is none.
 */
export abstract class Primary {
  /** Calls a method there. @throws NoAnswer; Error with the message of what the method throws */
  abstract ask<D>(
    desk: Desk<D>,
    method: keyof D & string,
    args: readonly unknown[],
  ): Promise<unknown>;

  /** Calls a method there, and waits for nothing. */
  abstract tell<D>(desk: Desk<D>, method: keyof D & string, args: readonly unknown[]): void;

  /** Lets the primary call the methods of an object here. */
  abstract serve<D extends object>(desk: Desk<D>, keeper: D): void;
}

/** What the primary keeps for all processes, and each for itself where there is none and while it does not answer. */
export class Kept<D> {
  constructor(
    private readonly desk: Desk<D>,
    private readonly primary: Primary | undefined,
  ) {}

  /** @param here does the same in this process */
  async call<T>(
    method: keyof D & string,
    args: readonly unknown[],
    here: () => T | Promise<T>,
  ): Promise<T> {
    if (!this.primary) return here();
    try {
      return (await this.primary.ask(this.desk, method, args)) as T;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return here();
    }
  }
}
