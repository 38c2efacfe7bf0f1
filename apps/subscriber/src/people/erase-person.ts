import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { PersonLines } from '../imports';
import { AnswerHelp, InboundMessages, ServiceWindows } from '../inbound';
import { Groups, SubscriberPages } from '../membership';
import { EditSubscribers } from '../subscribers';
import { SuppressionErasure } from '../suppressions';

/**
 * More than the number of memberships of a person in a group on all channels. Further memberships are erased in the
 * next round of the loop.
 */
const MEMBERSHIPS = 100;

/**
 * Erases a person from groups, suppressions, service windows, their own messages, files that wait, and rejected lines.
 */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly groups: Groups,
    private readonly subscriberPages: SubscriberPages,
    private readonly editSubscribers: EditSubscribers,
    private readonly suppressions: SuppressionErasure,
    private readonly serviceWindows: ServiceWindows,
    private readonly answerHelp: AnswerHelp,
    private readonly inboundMessages: InboundMessages,
    private readonly lines: PersonLines,
  ) {}

  /** One step. The first step erases everything except the lines of files, which can take longer. */
  async erase({ after, begunAt, ...step }: EraseStep & { address: string }): Promise<EraseStepEnd> {
    const { userId, address } = step;
    if (after === null) {
      await this.suppressions.erase(userId, address);
      await this.leaveGroups(step);
      await this.serviceWindows.erase(userId, address);
      await this.answerHelp.erase(userId, address);
      await this.inboundMessages.erase(userId, address);
    }
    return this.lines.erase({ userId, address }, after, new Date(begunAt));
  }

  /** Records the removals like any others, so that planned recipients aren't sent to. */
  private async leaveGroups({
    erasureId,
    userId,
    address,
  }: Omit<EraseStep, 'after' | 'begunAt'> & { address: string }) {
    const groupIds = await this.groups.idsEvenDeleted(userId);
    for (;;) {
      const person = { userId, address };
      const slice = { after: null, limit: MEMBERSHIPS };
      const memberships = await this.subscriberPages.documentsWithAddress(person, groupIds, slice);
      if (memberships.length === 0) return;
      const subscriberIds = memberships.map(({ _id }) => _id.toHexString());
      await this.editSubscribers.remove({ messageId: `erasure:${erasureId}`, userId, subscriberIds });
    }
  }
}
