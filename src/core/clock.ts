/** The present. Specs replace it; nothing else reads the machine's time. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
