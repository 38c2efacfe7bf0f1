import type { Answer } from './answer';

/** The status, whether the response is a replay, and the code of the error if it is one. */
export const outcome = ({ status, headers, body }: Answer): unknown[] => [
  status,
  headers['idempotency-replayed'] === 'true',
  (body as { code?: string }).code,
];

/** An operation that begins, and ends when it is released. */
export class Held {
  readonly begun: Promise<void>;
  private begin: () => void = () => undefined;
  private readonly ended: Promise<void>;
  letGo: () => void = () => undefined;

  constructor() {
    this.begun = new Promise((resolve) => (this.begin = resolve));
    this.ended = new Promise((resolve) => (this.letGo = resolve));
  }

  wait(): Promise<void> {
    this.begin();
    return this.ended;
  }
}
