import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People } from '../identity';
import { PersonLines } from '../imports';
import { AnswerHelp, InboundMessages, ServiceWindows } from '../inbound';
import { MailAllowances, SignUps } from '../sign-ups';
import { LeaveGroups } from '../subscribers';
import { SuppressionErasure } from '../suppressions';

/**
 * Erases an address from sign-ups, groups, its person, suppressions, service windows, its own messages, waiting files, and
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
    private readonly signUps: SignUps,
    private readonly mailAllowances: MailAllowances,
    private readonly lines: PersonLines,
  ) {}

  /** One step. The first step erases everything except the lines of files, which can take longer. */
  async erase(step: EraseStep & { address: string }): Promise<EraseStepEnd> {
    const { erasureId, userId, address, after, begunAt } = step;
    if (after === null) {
      // Sign-ups are first, because a confirmation could add the address again.
      await this.signUps.erase(userId, address);
      await this.mailAllowances.erase(userId, address);
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
