import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People } from '../identity';
import { PersonLines } from '../imports';
import { AnswerHelp, InboundMessages, ServiceWindows } from '../inbound';
import { LeaveGroups } from '../subscribers';
import { SuppressionErasure } from '../suppressions';

/**
 * Erases an address from groups, its person, suppressions, service windows, its own messages, waiting files, and
 * rejected lines.
 */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly people: People,
    private readonly leaveGroups: LeaveGroups,
    private readonly suppressions: SuppressionErasure,
    private readonly serviceWindows: ServiceWindows,
    private readonly answerHelp: AnswerHelp,
    private readonly inboundMessages: InboundMessages,
    private readonly lines: PersonLines,
  ) {}

  /** One step. The first step erases everything except the lines of files, which can take longer. */
  async erase(step: EraseStep & { address: string }): Promise<EraseStepEnd> {
    const { erasureId, userId, address, after, begunAt } = step;
    if (after === null) {
      await this.suppressions.erase(userId, address);
      await this.leaveGroups.leave({ userId, address, channel: null, messageId: `erasure:${erasureId}` });
      await this.people.eraseAddress(userId, address);
      await this.serviceWindows.erase(userId, address);
      await this.answerHelp.erase(userId, address);
      await this.inboundMessages.erase(userId, address);
    }
    return this.lines.erase({ userId, address }, after, new Date(begunAt));
  }
}
