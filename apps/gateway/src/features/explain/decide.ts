import type {
  CampaignStatus,
  Channel,
  ExplainedDelivery,
  ExplainedGroup,
  ExplainedSegment,
  PlannedCampaign,
  Reply,
} from '@carillon/contracts';

/** What happened, the most telling result first. A person with several deliveries has the first of their results. */
const deliveredResults = [
  'READ',
  'DELIVERED',
  'COMPLAINED',
  'SENT',
  'QUEUED',
  'UNCONFIRMED',
  'BOUNCED',
  'FAILED',
  'CANCELLED',
] as const;

/** The reasons of skipped deliveries, those that concern the person first. */
const skipResults = [
  'SUPPRESSED',
  'TOPIC_OPTED_OUT',
  'SNOOZED',
  'UNSUBSCRIBED',
  'EXCLUDED',
  'ERASED',
  'NO_INTEGRATION',
  'NO_MESSAGE',
  'SKIPPED',
] as const;

/** Why there is no delivery. */
const missingResults = [
  'NOT_STARTED',
  'NOT_PLANNED_YET',
  'DELIVERIES_DELETED',
  'JOINED_LATER',
  'NO_MEMBERSHIP',
  'CHANGED_SINCE',
  'NOT_TARGETED',
  'UNKNOWN_PERSON',
] as const;

/** The decisive reason why a person got a campaign, or didn't. */
export const explainedResults = [...deliveredResults, ...skipResults, ...missingResults] as const;
type ExplainedResult = (typeof explainedResults)[number];
type DeliveryResult = (typeof deliveredResults)[number] | (typeof skipResults)[number];

/** What is known about a person in a campaign. */
export interface Facts {
  status: CampaignStatus;
  /** Null: the campaign hasn't started, or the dispatcher doesn't know it yet. */
  planned: PlannedCampaign | null;
  hasPerson: boolean;
  deliveries: readonly ExplainedDelivery[];
  audience: Reply<'audience.explain'>;
}

export interface Decision {
  result: ExplainedResult;
  /** One sentence or two, in English. */
  summary: string;
}

/** The decisive reason. A delivery is stored, so it decides. Everything else is computed from what is stored now. */
export function decide(facts: Facts): Decision {
  const [decisive] = facts.deliveries
    .map((delivery) => ({ delivery, result: resultOf(delivery) }))
    .sort((a, b) => explainedResults.indexOf(a.result) - explainedResults.indexOf(b.result));
  if (decisive) {
    const { result, delivery } = decisive;
    const failed = facts.deliveries.find(({ fallbackId }) => fallbackId === delivery.id);
    const before = failed ? `${failureOf(failed)} ` : '';
    return { result, summary: `${before}${summaries[result](delivery, facts)}` };
  }
  const { result, summary } = withoutDelivery(facts);
  return { result, summary };
}

/** Why the campaign used a further channel of the person. */
function failureOf(delivery: ExplainedDelivery): string {
  return `The ${messageOf[delivery.channel]} failed${because(delivery)}, so the next channel was used.`;
}

function resultOf({ state, feedback, reason }: ExplainedDelivery): DeliveryResult {
  if (state === 'SKIPPED') return skipResults.find((each) => each === reason) ?? 'SKIPPED';
  return feedback ?? state;
}

function withoutDelivery(facts: Facts): Decision {
  const { status, planned, hasPerson, audience } = facts;
  if (!planned && status !== 'SENDING')
    return { result: 'NOT_STARTED', summary: `The campaign has not started. ${outlook(facts)}` };
  if (planned && !planned.areDeliveriesKept)
    return { result: 'DELIVERIES_DELETED', summary: 'The deliveries of the campaign are deleted.' };
  if (planned && !planned.isPlanned && status === 'CANCELLED')
    return {
      result: 'CANCELLED',
      summary: 'The campaign was canceled before all recipients were planned.',
    };
  if (!planned?.isPlanned)
    return { result: 'NOT_PLANNED_YET', summary: 'The recipients of the campaign are still being planned.' };
  if (!hasPerson && !audience.hasMembership)
    return {
      result: 'UNKNOWN_PERSON',
      summary: 'No person of the account has this address, and the campaign has no delivery to it.',
    };
  return notPlanned(facts, planned);
}

/** The campaign was planned without the person. */
function notPlanned({ audience }: Facts, { publishedAt }: PlannedCampaign): Decision {
  const { groups, segments } = audience;
  const later = groups.find(({ outcome, memberships }) => outcome === false && memberships.length > 0);
  if (later)
    return {
      result: 'JOINED_LATER',
      summary: `The person joined the group ${nameOf(later)} after the campaign was planned.`,
    };
  const tooNew = segments.find(({ isTooNew, clauses }) => isTooNew && clauses[0]?.outcome === true);
  if (tooNew)
    return {
      result: 'JOINED_LATER',
      summary: `The person matches the segment ${nameOf(tooNew)}, but was added after the campaign started (${publishedAt}).`,
    };
  const matching = [...groups, ...segments].find(({ outcome }) => outcome === true);
  if (matching && !audience.hasMembership)
    return {
      result: 'NO_MEMBERSHIP',
      summary: `The person matches the segment ${nameOf(matching)}, but is not a member of any group. Segments reach people only at the addresses of their memberships.`,
    };
  if (matching)
    return {
      result: 'CHANGED_SINCE',
      summary:
        'The campaign has no delivery to the person, although the stored data matches it. The data has changed in the meantime.',
    };
  const unknown = segments.find(({ outcome }) => outcome === null);
  return {
    result: 'NOT_TARGETED',
    summary: unknown
      ? `The person is in no group of the campaign. Whether the segment ${nameOf(unknown)} included the person is unknown.`
      : 'The person is in no group and no segment of the campaign.',
  };
}

/** What a campaign that hasn't started would do if it started now. */
function outlook({ audience, hasPerson }: Facts): string {
  const { groups, segments, hasMembership } = audience;
  if (!hasPerson && !hasMembership) return 'No person of the account has this address.';
  const source = [...groups, ...segments].find(({ outcome }) => outcome === true);
  if (!source || !hasMembership) return 'As of now, it does not target the person.';
  const excluded = exclusion(audience);
  if (excluded) return `As of now, it excludes the person: ${excluded}.`;
  if (audience.topic?.isLeft) return 'As of now, it skips the person, who left its topic.';
  if (audience.snoozes.some(isPaused)) return 'As of now, it skips the person, who paused all messages.';
  return 'As of now, it targets the person.';
}

const isPaused = ({ applied, until }: Facts['audience']['snoozes'][number]): boolean =>
  applied && until !== null;

type Summary = (delivery: ExplainedDelivery, facts: Facts) => string;

const because = ({ reason, providerCode }: ExplainedDelivery): string =>
  reason === null ? '' : ` (${[reason, providerCode].filter(Boolean).join(', ')})`;

/** The reason of a delivery as a sentence. */
const summaries: Readonly<Record<DeliveryResult, Summary>> = {
  READ: ({ channel }, { audience }) => `The person read the ${messageOf[channel]}. ${sourceOf(audience)}`,
  DELIVERED: ({ channel }, { audience }) => `The ${messageOf[channel]} was delivered. ${sourceOf(audience)}`,
  COMPLAINED: ({ channel }) => `The ${messageOf[channel]} was delivered, and the person reported it as spam.`,
  SENT: ({ channel }, { audience }) =>
    `The ${messageOf[channel]} was sent. No delivery was reported. ${sourceOf(audience)}`,
  QUEUED: (delivery) =>
    delivery.reason === null
      ? `The ${messageOf[delivery.channel]} waits to be sent.`
      : `The ${messageOf[delivery.channel]} failed temporarily${because(delivery)} and is retried automatically.`,
  UNCONFIRMED: (delivery) =>
    `It is unknown whether the provider accepted the ${messageOf[delivery.channel]}${because(delivery)}.`,
  BOUNCED: (delivery) => `The ${messageOf[delivery.channel]} bounced${because(delivery)}.`,
  FAILED: (delivery) => `The ${messageOf[delivery.channel]} could not be sent${because(delivery)}.`,
  CANCELLED: ({ channel }) => `The campaign was canceled before the ${messageOf[channel]} was sent.`,
  SUPPRESSED: ({ channel, address }, { audience }) => {
    const cause = audience.suppressions.find(
      (each) => each.applied && each.channel === channel && each.address === address,
    );
    return cause
      ? `The address is suppressed since ${cause.createdAt}: ${cause.reason}${cause.source === null ? '' : ` (${cause.source})`}.`
      : 'The address was suppressed.';
  },
  TOPIC_OPTED_OUT: (_, { audience: { topic } }) => {
    const optOut = topic?.optOuts.find(({ applied }) => applied);
    const left = `The person left the topic${topic ? ` ${nameOf(topic)}` : ''} of the campaign`;
    return optOut ? `${left} on ${optOut.createdAt}.` : `${left}.`;
  },
  SNOOZED: (_, { audience }) => {
    const until = audience.snoozes.find(({ applied }) => applied)?.until;
    return until ? `The person paused all messages until ${until}.` : 'The person paused all messages.';
  },
  UNSUBSCRIBED: () => 'The address left its group before the message was sent.',
  EXCLUDED: (_, { audience }) => {
    const excluded = exclusion(audience);
    return excluded
      ? `The campaign excludes the person: ${excluded}.`
      : 'The campaign excluded the person when it was planned.';
  },
  ERASED: () => 'The address was erased before the message was sent.',
  NO_INTEGRATION: ({ channel }) => `The account had no sender for ${channel} when the campaign started.`,
  NO_MESSAGE: ({ channel }) => `The campaign has no message for ${channel}.`,
  SKIPPED: (delivery) => `The delivery was skipped${because(delivery)}.`,
};

const messageOf: Readonly<Record<Channel, string>> = {
  EMAIL: 'email',
  WHATSAPP: 'WhatsApp message',
  SMS: 'text message',
};

/** The group or the segment that included the person. */
function sourceOf({ groups, segments }: Facts['audience']): string {
  const group = groups.find(({ outcome }) => outcome === true);
  if (group) return `The person is in the group ${nameOf(group)}.`;
  const segment = segments.find(({ outcome }) => outcome === true);
  if (segment) return `The person is in the segment ${nameOf(segment)}.`;
  return 'The data that included the person has changed since.';
}

/** Someone about whom a segment says nothing certain is excluded, too. */
function exclusion({ excludeGroups, excludeSegments }: Facts['audience']): string | null {
  const group = excludeGroups.find(({ outcome }) => outcome === true);
  if (group) return `the group ${nameOf(group)}`;
  const segment = excludeSegments.find(({ outcome }) => outcome === true);
  if (segment) return `the segment ${nameOf(segment)}`;
  const unknown = excludeSegments.find(({ outcome }) => outcome === null);
  return unknown
    ? `the segment ${nameOf(unknown)}, about which nothing certain is known for the person`
    : null;
}

function nameOf({ id, name }: Pick<ExplainedGroup | ExplainedSegment, 'id' | 'name'>): string {
  return name === null ? id : `“${name}”`;
}
