/** The places of a channel: how many batches its workers hold at once, and who has how many of them. */
export interface Places {
  capacity: number;
  taken: number;
  ofUser: number;
  ofCampaign: number;
  ofIntegration: number;
}

/** What many share, a campaign its user's places and an integration the capacity, it may have three parts in four of. */
const SHARED = 3;

/**
 * Whether one more place may be given. Nobody is turned out of a place, so some must be free for who comes next: a user
 * gets another one only while they have fewer than are free (Choudhury and Hahne, "Dynamic queue length thresholds",
 * 1998, with alpha 1): alone half of the capacity, a second one half of the rest. In the same way a campaign leaves a part
 * of its user's places to the next one, and an integration, which users may share, a part of the channel to the others.
 */
export function mayHaveMore({ capacity, taken, ofUser, ofCampaign, ofIntegration }: Places): boolean {
  const free = capacity - taken;
  const leftToUser = Math.ceil((free - ofUser) / 2);
  return ofUser < free && ofCampaign < SHARED * leftToUser && ofIntegration < SHARED * free;
}

/** The places that a campaign has that is alone in a channel. */
export function placesAlone(capacity: number): number {
  for (let n = 0; ; n++) {
    const places = { capacity, taken: n, ofUser: n, ofCampaign: n, ofIntegration: n };
    if (!mayHaveMore(places)) return n;
  }
}
