import { Clock } from '@carillon/platform';

/** A clock that stands still until a test moves it. */
export class FixedClock extends Clock {
  constructor(private time: Date) {
    super();
  }

  now(): Date {
    return new Date(this.time);
  }

  advance(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}
