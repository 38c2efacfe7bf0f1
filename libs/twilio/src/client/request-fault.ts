/** Causes that are ours; others are codes of the system, of TLS or of Node's HTTP parser. */
export const causes = {
  /** There was no free connection in time. */
  noConnection: 'NO_FREE_CONNECTION',
  timedOut: 'ETIMEDOUT',
  /** This side broke it off. */
  closed: 'CLOSED',
  /** What answered was not what was asked. */
  unreadable: 'UNREADABLE',
} as const;

/** A request without an answer. It carries nothing of the request, in which the credentials are. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';

  /** @param moment `before`: nothing of the request has left; `after`: some or all of it may have arrived */
  constructor(
    readonly moment: 'before' | 'after',
    readonly reason: string,
  ) {
    super(`${reason} ${moment} the request`);
  }
}
