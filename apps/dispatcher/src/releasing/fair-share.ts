/** How many batches a channel's workers process at the same time, and how many of these places are taken, by whom. */
export interface Places {
  capacity: number;
  taken: number;
  ofUser: number;
  ofCampaign: number;
  ofSender: number;
}

/**
 * The share limit: a campaign may use three quarters of its user's capacity, a sender three quarters of the
 * channel's.
 */
const SHARED = 3;

/**
 * Whether one more batch may be offered. No lease is withdrawn, so some capacity must stay free for newcomers: a user
 * gets another batch only while they have fewer than are free (Choudhury and Hahne, "Dynamic queue length
 * thresholds", 1998, with alpha 1): a single user gets half of the capacity, a second one half of the rest. In the
 * same way a campaign leaves a part of its user's capacity to the next campaign, and a sender, which users may
 * share, leaves a part of the channel to the others.
 */
export function mayHaveMore({ capacity, taken, ofUser, ofCampaign, ofSender }: Places): boolean {
  const free = capacity - taken;
  const leftToUser = Math.ceil((free - ofUser) / 2);
  return ofUser < free && ofCampaign < SHARED * leftToUser && ofSender < SHARED * free;
}

/** How many batches a campaign gets if no other one sends in the channel. */
export function placesAlone(capacity: number): number {
  for (let n = 0; ; n++) {
    const places = { capacity, taken: n, ofUser: n, ofCampaign: n, ofSender: n };
    if (!mayHaveMore(places)) return n;
  }
}
