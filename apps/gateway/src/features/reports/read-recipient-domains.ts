import { domainToUnicode } from 'node:url';
import {
  AppError,
  type Campaign,
  type DomainFigures,
  type RecipientDomains,
  domainGroupOf,
  domainGroups,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

/** How often an export asks for a count that takes long. Each reply takes up to ten seconds. */
const ATTEMPTS = 5;

/** Reads the results of a campaign's emails by the domain of the recipients. */
@Injectable()
export class ReadRecipientDomains {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async read(userId: string, id: string): Promise<RecipientDomainsView> {
    return this.of(await this.messenger.request('campaign.get', { userId, id }));
  }

  /** Null: currently unknown. A file is useful without these numbers. */
  async whole(campaign: Campaign): Promise<RecipientDomainsView | null> {
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const counted = await this.of(campaign);
        if (counted.isComplete) return counted;
      }
    } catch (error) {
      if (!(error instanceof AppError) || !['unavailable', 'limited'].includes(error.kind)) throw error;
      this.log.warn({ err: error }, 'a report lacks the domains of the recipients');
    }
    return null;
  }

  /** A draft has no results. */
  private async of({ id, userId, status }: Campaign): Promise<RecipientDomainsView> {
    const { recipientDomains } =
      status === 'DRAFT'
        ? { recipientDomains: null }
        : await this.messenger.request('dispatch.recipient-domains', { userId, campaignId: id });
    return presentDomains(id, recipientDomains ?? nothing(this.clock.now()));
  }
}

const people = { description: "People; null if the account doesn't track individual recipients" };

const figures = {
  addressed: Count(4_250, { description: 'Recipients for whom the campaign has an email' }),
  sent: Count(4_210, { description: 'Emails that a provider accepted' }),
  delivered: Count(4_208, { description: 'Accepted emails that did not bounce' }),
  bounced: Count(2),
  complained: Count(1),
  failed: Count(12, { description: 'Emails that a provider rejected, or whose result is unknown' }),
  opens: OrNull(Count(900), { ...people, examples: [900] }),
  clicks: OrNull(Count(120), { ...people, examples: [120] }),
};

const Group = OneOf(domainGroups, { $id: 'DomainGroup' });

/** The results of a campaign's emails by domain. All keys are always present. */
export const RecipientDomainsView = View('RecipientDomains', {
  campaignId: Id(),
  asOf: Time(),
  isComplete: Type.Boolean({
    description: 'false: Carillon is still counting the recipients, so there are no numbers yet',
  }),
  areDeliveriesKept: Type.Boolean({
    description: 'false: the deliveries were deleted, so there are no numbers',
  }),
  domains: Type.Array(Part({ domain: Text('gmail.com'), group: Group, ...figures }), {
    description: 'The 20 domains with the most recipients, in lowercase and in Unicode',
  }),
  others: Part(
    { domains: Count(31, { description: 'The number of these domains' }), ...figures },
    { description: 'All other recipients, including erased people, whose domain is unknown' },
  ),
  groups: Type.Array(Part({ group: Group, ...figures }), {
    description:
      'All recipients by mail provider, as far as their domains show the provider. Groups without recipients are missing',
  }),
});
export type RecipientDomainsView = Static<typeof RecipientDomainsView>;

const present = presenter(RecipientDomainsView, (view: RecipientDomainsView) => view);

function presentDomains(
  campaignId: string,
  { domains, groups = [], ...counted }: RecipientDomains,
): RecipientDomainsView {
  const readable = domains.map(({ domain, ...numbers }) => {
    return { domain: domainToUnicode(domain) || domain, group: domainGroupOf(domain), ...numbers };
  });
  return present({ campaignId, ...counted, domains: readable, groups });
}

const noEmails: DomainFigures = {
  ...{ addressed: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0 },
  ...{ opens: null, clicks: null },
};

function nothing(now: Date): RecipientDomains {
  const others = { domains: 0, ...noEmails };
  return { asOf: now.toISOString(), isComplete: true, areDeliveriesKept: true, domains: [], others };
}
