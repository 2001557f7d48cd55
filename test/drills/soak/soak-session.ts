import { setTimeout as pause } from 'node:timers/promises';
import { Client, DrillSession } from '../client';
import type { DrillRequest } from '../client';
import type { SentRequest } from '../sent-request';
import type { Dice } from '../../support/random/generated-store';

const SECOND_MS = 1000;

/** How many unexpected answers are reported. */
const MAX_REPORTED = 20;

/** The state that all clients of a soak share. It counts, and keeps no record, which would grow for an hour. */
export class SoakSession extends DrillSession {
  requests = 0;
  answered = 0;
  lost = 0;
  retried = 0;
  /** Answers that nobody should get without a fault, the first of them. */
  readonly strange: string[] = [];
  /** Milliseconds between two requests of all clients together. */
  private apart = 0;
  private next = 0;
  private latencies: number[] = [];

  override record(): void {
    this.requests++;
  }

  /** @param rate requests a second from now on */
  setRate(rate: number): void {
    this.apart = SECOND_MS / rate;
    this.next = performance.now();
  }

  /** Waits until the next request may be sent. Requests that could not be sent in their second are left out. */
  async waitForTurn(): Promise<void> {
    const now = performance.now();
    this.next = Math.max(this.next + this.apart, now - SECOND_MS);
    if (this.next > now) await pause(this.next - now);
  }

  countEnded({
    kind,
    method,
    path,
    start,
    end,
    status,
    faults,
    lost,
    attempts,
  }: SentRequest): void {
    this.lost += lost;
    this.retried += attempts - 1;
    if (end < Infinity) {
      this.answered++;
      this.latencies.push(end - start);
    }
    const all = [...faults, status];
    if (lost > 0 || all.some(isStrange))
      this.strange.push(`${kind}: ${method} ${path} got ${all.join()}`);
    this.strange.splice(MAX_REPORTED);
  }

  /** Latencies of requests that have ended since the last call, in milliseconds. */
  takeLatencies(): number[] {
    const taken = this.latencies;
    this.latencies = [];
    return taken;
  }
}

/** A client that waits for its turn. */
export class PacedClient extends Client {
  constructor(
    name: string,
    dice: Dice,
    private readonly soakSession: SoakSession,
  ) {
    super(name, dice, soakSession);
  }

  override async send(request: DrillRequest): Promise<SentRequest> {
    await this.soakSession.waitForTurn();
    const sent = await super.send(request);
    this.soakSession.countEnded(sent);
    return sent;
  }
}

/** Some are refused because others want the same: 409, 412. */
function isStrange(status: number): boolean {
  return status < 200 || (status >= 300 && status !== 409 && status !== 412);
}
