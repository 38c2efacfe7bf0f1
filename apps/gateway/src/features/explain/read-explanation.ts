import { type Campaign, type ExplainedDelivery, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, UserTurns } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { addressesOf, attribute, earliest, mergedIdOf, heldAt } from './attribute';
import { type Facts, decide } from './decide';
import { type ExplanationView, presentExplanation } from './explanation.presenter';

/** The limit of one user's explanations that run or wait. One explanation can search all recipients of a campaign. */
const AT_ONCE = 10;

/** The person of an explanation, by ID or by address. */
export type Whom = { personId: string } | { address: string };

type Targets = Pick<
  Payload<'audience.explain'>,
  'groups' | 'segments' | 'excludeGroups' | 'excludeSegments' | 'topicId'
>;

/** Explains why a person got a campaign, or didn't. */
@Injectable()
export class ReadExplanation {
  private readonly turns = new UserTurns(AT_ONCE, 'explanations');

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError campaign_not_found, person_not_found, rate_limited */
  read(userId: string, campaignId: string, whom: Whom): Promise<ExplanationView> {
    return this.turns.take(userId, () => this.explain(userId, campaignId, whom));
  }

  /** Reads the deliveries last but one, so that someone without a delivery was certainly not planned before. */
  private async explain(userId: string, campaignId: string, whom: Whom): Promise<ExplanationView> {
    const { messenger } = this;
    const [campaign, { campaign: planned }] = await Promise.all([
      messenger.request('campaign.get', { userId, id: campaignId }),
      messenger.request('dispatch.planned-campaign', { userId, campaignId }),
    ]);
    const asOf = planned?.publishedAt ?? this.clock.now().toISOString();
    const { people } = await messenger.request('person.holders', { userId, whom, since: asOf });
    const asked = 'address' in whom ? whom.address : null;
    const addresses = addressesOf(asked, people);
    const found = planned
      ? (await messenger.request('dispatch.explain', { userId, campaignId, addresses })).deliveries
      : [];
    const { holder, deliveries } = attribute(people, found, { asked, asOf });
    const plannedAt = earliest(deliveries.map(({ createdAt }) => createdAt));
    const personId = holder?.personId ?? null;
    const audience = await messenger.request('audience.explain', {
      ...{ userId, campaignId, personId, asOf },
      mergedId: mergedIdOf(holder, deliveries),
      addresses: addressesOf(asked, holder ? [heldAt(holder, plannedAt ?? asOf)] : []),
      ...(planned ? startedTargets(planned) : draftTargets(campaign)),
      at: plannedAt ?? asOf,
      checkedAt: latest(deliveries.map(checkedAt)) ?? asOf,
    });
    const facts: Facts = {
      status: campaign.status,
      planned,
      hasPerson: personId !== null,
      deliveries,
      audience,
    };
    return presentExplanation({ campaign, asOf, plannedAt, personId, facts, decision: decide(facts) });
  }
}

function startedTargets({ groups, audience }: NonNullable<Facts['planned']>): Targets {
  const { segments = [], excludeGroups = [], excludeSegments = [], topicId = null } = audience ?? {};
  return { groups, segments, excludeGroups, excludeSegments, topicId };
}

/** With the current versions of the segments. */
function draftTargets({ groups, audience }: Campaign): Targets {
  const { segments = [], excludeGroups = [], excludeSegments = [], topicId = null } = audience ?? {};
  const current = (ids: readonly string[]) => ids.map((id) => ({ id, version: null }));
  return {
    groups,
    segments: current(segments),
    excludeGroups,
    excludeSegments: current(excludeSegments),
    topicId,
  };
}

/** When it was last checked whether the person may receive the message: before it was sent, or when it was skipped. */
function checkedAt({ state, sentAt, createdAt, updatedAt }: ExplainedDelivery): string {
  return state === 'SKIPPED' ? updatedAt : (sentAt ?? createdAt);
}

const latest = (times: readonly string[]): string | null => times.toSorted().at(-1) ?? null;
