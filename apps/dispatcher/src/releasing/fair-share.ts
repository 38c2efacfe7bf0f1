/** The capacity of a channel's workers in concurrent batches, and its use. */
export interface CapacityUsage {
  capacity: number;
  taken: number;
  ofUser: number;
  ofCampaign: number;
  ofSender: number;
}

/**
 * The share limit: a campaign may use three quarters of its user's capacity, and a sender may use three quarters of the
 * channel's capacity.
 */
const SHARED = 3;

/**
 * Whether one more batch may be offered. No lease is withdrawn, so some capacity must stay free for newcomers: a user
 * gets another batch only while the user has fewer batches than are free (Choudhury and Hahne, "Dynamic queue length
 * thresholds", 1998, with alpha 1). A single user gets half of the capacity, and a second user gets half of the
 * remaining capacity. In the same way, a campaign leaves a part of its user's capacity to the next campaign, and a
 * sender, which users may share, leaves a part of the channel to the others.
 */
export function mayHaveMore({ capacity, taken, ofUser, ofCampaign, ofSender }: CapacityUsage): boolean {
  const free = capacity - taken;
  const leftToUser = Math.ceil((free - ofUser) / 2);
  return ofUser < free && ofCampaign < SHARED * leftToUser && ofSender < SHARED * free;
}

/** The number of batches that a campaign gets if no other campaign sends in the channel. */
export function shareAlone(capacity: number): number {
  for (let n = 0; ; n++) {
    const usage = { capacity, taken: n, ofUser: n, ofCampaign: n, ofSender: n };
    if (!mayHaveMore(usage)) return n;
  }
}
