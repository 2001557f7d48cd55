/** The current time. Specs replace it; nothing else reads the machine's clock. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
