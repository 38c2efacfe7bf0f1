/** A stretch of leadership: from when this process became the leader until it is not, with no gap in between. */
export interface Term {
  /** When it began, on the monotonic clock. */
  readonly since: number;
  /** Asked before each thing that only the leader does; costs nothing. */
  isOver(): boolean;
}
