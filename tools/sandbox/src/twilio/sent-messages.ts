import { EventEmitter } from 'node:events';
import { type Account } from './accounts';
import { type Step } from './courses';
import { type SentMessage } from './sent-message';

const KEPT = 20_000;

/** The newest messages that were accepted, with how they fare; a restart forgets them. Emits `changed` when one gets on. */
export class SentMessages extends EventEmitter<{ changed: [] }> {
  private readonly bySid = new Map<string, SentMessage>();

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  add(message: SentMessage): void {
    this.bySid.set(message.sid, message);
    const [oldest] = this.bySid.keys();
    if (this.bySid.size > KEPT && oldest !== undefined) this.bySid.delete(oldest);
  }

  find(sid: string): SentMessage | undefined {
    return this.bySid.get(sid);
  }

  /** All of an account, newest first. */
  of(account: Account): SentMessage[] {
    return [...this.bySid.values()].filter((message) => message.account === account).reverse();
  }

  advance(message: SentMessage, step: Step): void {
    if (message.advance(step)) this.emit('changed');
  }
}
