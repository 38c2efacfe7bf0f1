import type { Route } from '@carillon/contracts';
import type { Breaker } from '../breakers/breakers';

/** A campaign that has something due in a channel. */
export interface DueCampaign {
  campaign: string;
  user: string;
  /** As it was fixed at planning; what its integration bears may have changed since. */
  route: Route;
  /** Its integration is being tried: one recipient may go. Null: it works. */
  breaker: Breaker | null;
}

/** The same, with what is in hand of it and of its user: recipients that are released or held. */
export interface Contender extends DueCampaign {
  campaignInHand: number;
  userInHand: number;
}
