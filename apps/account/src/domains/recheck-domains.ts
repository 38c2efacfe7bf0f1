import { BackgroundTask, Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { CheckDomain, isGone } from './check-domain';
import { ownerIn } from './domain-document';
import { Domains } from './domains';

const EVERY_MS = 60_000;
/** How long a process claims a domain; another one continues after a crash (milliseconds). */
const CLAIM_MS = 10 * 60_000;

/** Checks the DNS records of all domains daily. */
@Injectable()
export class RecheckDomains extends BackgroundTask {
  constructor(
    private readonly domains: Domains,
    private readonly checkDomain: CheckDomain,
    private readonly clock: Clock,
    log: Logger,
  ) {
    super({ name: 'checking the DNS records of domains', everyMs: EVERY_MS, log });
  }

  /** Checks one domain. Returns false if none is due. */
  async round(): Promise<boolean> {
    const now = this.clock.now();
    const due = await this.domains.claimDue(now, new Date(now.getTime() + CLAIM_MS));
    if (!due) return false;
    await this.checkDomain.checkNow(ownerIn(due), due._id.toHexString()).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    return true;
  }
}
