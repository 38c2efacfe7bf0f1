import type { Payload, Reply } from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Suppressions, shown } from '../suppressions';
import { InboundMessages } from './inbound-messages';

/** A member marked an unrecognized message as an opt-out. */
@Injectable()
export class OptOut {
  constructor(
    private readonly messages: InboundMessages,
    private readonly suppressions: Suppressions,
    private readonly clock: Clock,
  ) {}

  /** Suppresses the writer as STOPPED, as of now: a later START lifts it. Errors: inbound_message_not_found. */
  async optOut({
    userId,
    id,
    by,
  }: Payload<'inbound-message.opt-out'>): Promise<Reply<'inbound-message.opt-out'>> {
    const { providerId, ...message } = await this.messages.get(userId, id);
    const { channel, address, sender } = message;
    const at = this.clock.now();
    const cause = { reason: 'STOPPED', sender, at, source: `message ${providerId}` } as const;
    const history = await this.suppressions.apply(
      { userId, channel, address },
      { type: 'caused', ...cause },
      undefined,
      (suppression) =>
        auditNote(by, at, {
          ...{ userId, action: 'suppression.created' as const },
          target: { type: 'suppression', id: suppression, name: null },
          changes: [{ field: 'reason', before: null, after: 'STOPPED' }],
        }),
    );
    await this.messages.noteOptOut(userId, id, at);
    const [suppression] = shown(history);
    if (!suppression) throw new Error('An address that was just opted out is not suppressed');
    return { message: { ...message, optedOutAt: message.optedOutAt ?? at.toISOString() }, suppression };
  }
}
