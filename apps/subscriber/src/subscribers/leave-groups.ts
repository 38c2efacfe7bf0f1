import type { Channel } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Groups, SubscriberPages } from '../membership';
import { SignUps } from '../sign-ups';
import { EditSubscribers } from './edit-subscribers';

/** More than the memberships of an address in a group on all channels. The rest leaves in the next round of the loop. */
const MEMBERSHIPS = 100;

interface Leaving {
  userId: string;
  address: string;
  /** Null: on all channels. */
  channel: Channel | null;
  /** Identifies the removal in its records. */
  messageId: string;
}

/** Removes an address from all groups of a user, including deleted ones. Its links to confirm a sign-up stop working. */
@Injectable()
export class LeaveGroups {
  constructor(
    private readonly groups: Groups,
    private readonly pages: SubscriberPages,
    private readonly editSubscribers: EditSubscribers,
    private readonly signUps: SignUps,
  ) {}

  /** Records the removals like any others, so that planned recipients aren't sent to. */
  async leave({ userId, address, channel, messageId }: Leaving): Promise<void> {
    if (channel === null || channel === 'EMAIL') await this.signUps.withdraw(userId, null, [address]);
    const groupIds = await this.groups.idsEvenDeleted(userId);
    let after: string | null = null;
    for (;;) {
      const slice = { after, limit: MEMBERSHIPS };
      const memberships = await this.pages.documentsWithAddress({ userId, address }, groupIds, slice);
      const leaving = memberships.filter((each) => channel === null || each.channel === channel);
      const subscriberIds = leaving.map(({ _id }) => _id.toHexString());
      await this.editSubscribers.remove({ messageId, userId, subscriberIds });
      if (memberships.length < MEMBERSHIPS) return;
      after = memberships.at(-1)?._id.toHexString() ?? null;
    }
  }
}
