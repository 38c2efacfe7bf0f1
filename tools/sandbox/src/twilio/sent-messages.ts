import { EventEmitter } from 'node:events';
import { type Pair } from './consents';
import { type Step } from './courses';
import { type SentMessage, twilioAddress } from './sent-message';

const KEPT = 20_000;

/** The newest messages that were accepted, with how they fare; a restart forgets them. Emits `changed` when one gets on. */
export class SentMessages extends EventEmitter<{ changed: [] }> {
  private readonly bySid = new Map<string, SentMessage>();
  /** The newest that said whom to tell of it, of each conversation and of each number that messages came from. */
  private readonly told = new Map<string, SentMessage>();

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  add(message: SentMessage): void {
    keep(this.bySid, message.sid, message, KEPT);
    const { channel, request } = message;
    if (request.statusCallback === null) return;
    const sender = twilioAddress(channel, request.sender);
    for (const key of [sender, `${sender} ${request.to}`]) keep(this.told, key, message, KEPT);
  }

  find(sid: string): SentMessage | undefined {
    return this.bySid.get(sid);
  }

  /** The message that a person replies to: the newest from this number, if there is one to that person. */
  repliedTo({ channel, sender, person }: Pair): SentMessage | undefined {
    const address = twilioAddress(channel, sender);
    return this.told.get(`${address} ${person}`) ?? this.told.get(address);
  }

  advance(message: SentMessage, step: Step): void {
    if (message.advance(step)) this.emit('changed');
  }
}

/** Puts it last, and lets go of the first beyond as many as are kept. */
function keep<T>(map: Map<string, T>, key: string, value: T, kept: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > kept && oldest !== undefined) map.delete(oldest);
}
