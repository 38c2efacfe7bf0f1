import type { ProviderDown, ProviderResult } from '../provider';

/** So many different recipients, with nobody served in between, and it is not about them. */
export const ENOUGH = 3;

/** Knows during a hand when a provider that asks for patience, stumbles or says nothing has had enough of all of it. */
export class ProviderPatience {
  private refused = 0;
  private readonly limit: number;

  /** @param recipients how many the hand has: a probe of one is enough to tell */
  constructor(recipients: number) {
    this.limit = Math.min(ENOUGH, recipients);
  }

  /** Why nobody else should be tried now, by this result; null: go on. */
  judge(result: ProviderResult): ProviderDown | null {
    if (result.kind === 'providerDown') return result;
    if (result.kind === 'sent') this.refused = 0;
    if (!mayBeAboutAll(result)) return null;
    this.refused += 1;
    if (this.refused < this.limit) return null;
    return { kind: 'providerDown', reason: result.reason, code: result.code, detail: null };
  }
}

type Plea = Exclude<ProviderResult, { kind: 'sent' } | ProviderDown>;

function mayBeAboutAll(result: Exclude<ProviderResult, ProviderDown>): result is Plea {
  if (result.kind === 'sent') return false;
  return result.kind === 'throttled' ? result.scope === 'provider' : result.suspect === true;
}
