import { deliveryId } from '@carillon/contracts';
import type { EndState, EndpointEvidence, Entry, ReceivedMessage } from '../evidence/evidence';
import { counted, some } from './violations';

/** Returns the errors in the events that an endpoint received, as text; an empty list if every promise was kept. */
export function checkWebhooks(evidence: EndpointEvidence): string[] {
  const messages = firstsOf(evidence.received);
  const events = messages.flatMap(eventsOf);
  return [
    ...(evidence.unsigned > 0 ? [`${evidence.unsigned} messages were not signed`] : []),
    ...checkRepeats(evidence.received, messages),
    ...checkLines(evidence, messages),
    ...checkOnce(events),
    ...evidence.campaigns.flatMap(({ campaign, ledger }) =>
      checkCampaign(
        ledger,
        events.filter((event) => event.campaign === campaign),
      ),
    ),
    ...checkSuppressed(evidence, events),
    ...(evidence.pendingNews > 0 ? [`${evidence.pendingNews} documents have marks of what is not told`] : []),
  ];
}

/** An event in a message. A batch contains many. */
interface Event {
  type: string;
  /** What it happened to: a delivery, a run of a campaign, an address. */
  subject: string;
  campaign: string | null;
}

/** Each message as it came first. */
function firstsOf(received: readonly ReceivedMessage[]): ReceivedMessage[] {
  const firsts = new Map<string, ReceivedMessage>();
  for (const message of received) if (!firsts.has(message.id)) firsts.set(message.id, message);
  return [...firsts.values()];
}

function eventsOf({ type, data }: ReceivedMessage): Event[] {
  const items = Array.isArray(data.deliveries) ? (data.deliveries as ReceivedMessage['data'][]) : [data];
  return items.map(({ deliveryId: delivery, campaignId, run, identifier }) => ({
    type,
    subject: String(delivery ?? run ?? identifier),
    campaign: typeof campaignId === 'string' ? campaignId : null,
  }));
}

/** A message that comes again is the same, byte for byte. */
function checkRepeats(received: readonly ReceivedMessage[], messages: readonly ReceivedMessage[]): string[] {
  const bodies = new Map(messages.map(({ id, body }) => [id, body]));
  const changed = received.flatMap(({ id, body }) => (bodies.get(id) === body ? [] : [id]));
  return some(changed, 'messages came again with another body');
}

/** All that is stored came, what is of a campaign in its order, and nothing else came. */
function checkLines({ lines }: EndpointEvidence, messages: readonly ReceivedMessage[]): string[] {
  const came = new Set(messages.map(({ id }) => id));
  const stored = new Set(lines.flatMap(({ ids }) => ids));
  const ordered = lines.filter(({ isOfCampaign }) => isOfCampaign);
  const outOfOrder = ordered.filter(({ ids }) => {
    const own = new Set(ids);
    const inLine = messages.filter(({ id }) => own.has(id));
    const expected = ids.filter((id) => came.has(id));
    return inLine.some(({ id }, n) => id !== expected[n]);
  });
  return [
    ...some(
      [...stored].filter((id) => !came.has(id)),
      'messages never came',
    ),
    ...some(
      [...came].filter((id) => !stored.has(id)),
      'messages came and are not stored',
    ),
    ...some(
      outOfOrder.map(({ name }) => name),
      'lines came out of order',
    ),
    ...some(
      lines.flatMap(({ name, waiting }) => (waiting > 0 ? [`${name} ${waiting}`] : [])),
      'lines wait',
    ),
  ];
}

/** What happened once has one id. */
function checkOnce(events: readonly Event[]): string[] {
  const times = counted(events.map(({ type, subject, campaign }) => `${type} ${campaign ?? ''} ${subject}`));
  return some(
    [...times].flatMap(([event, count]) => (count > 1 ? [event] : [])),
    'events were told under several ids',
  );
}

/** The types of events of deliveries, in the order in which a delivery may come into the states. */
const order = [
  'delivery.unconfirmed',
  'delivery.failed',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.bounced',
  'delivery.complained',
];
const typeOf: Partial<Record<EndState, string>> = {
  UNCONFIRMED: 'delivery.unconfirmed',
  FAILED: 'delivery.failed',
  SENT: 'delivery.sent',
  DELIVERED: 'delivery.delivered',
  READ: 'delivery.read',
  BOUNCED: 'delivery.bounced',
  COMPLAINED: 'delivery.complained',
};

/**
 * The first event is the start of the campaign. Events of each delivery precede the campaign's completion, in rising
 * states, and end with its actual one.
 */
function checkCampaign(ledger: readonly Entry[], events: readonly Event[]): string[] {
  const types = events.map(({ type }) => type);
  const end = types.indexOf('campaign.completed');
  const last = new Map<string, string>();
  const early = new Set<string>();
  const backwards: string[] = [];
  for (const [n, { type, subject }] of events.entries()) {
    if (!type.startsWith('delivery.')) continue;
    const before = last.get(subject);
    if (before !== undefined && order.indexOf(before) >= order.indexOf(type))
      backwards.push(`${subject} ${type} after ${before}`);
    last.set(subject, type);
    if (n < end) early.add(subject);
  }
  const known = new Set(ledger.map(({ batch, position }) => deliveryId(batch, position)));
  const wanted = ledger.flatMap(({ batch, position, state }) => {
    const type = typeOf[state];
    return type === undefined ? [] : [{ delivery: deliveryId(batch, position), type }];
  });
  return [
    ...(types[0] === 'campaign.published' ? [] : ['a campaign was not told of from its beginning']),
    ...(end === -1 ? ['a campaign was not told to be complete'] : []),
    ...some(backwards, 'deliveries were told of backwards'),
    ...some(
      wanted.flatMap(({ delivery, type }) => (last.get(delivery) === type ? [] : [`${delivery} ${type}`])),
      'deliveries were not told of as they ended',
    ),
    ...some(
      end === -1 ? [] : wanted.flatMap(({ delivery }) => (early.has(delivery) ? [] : [delivery])),
      'deliveries were told of only after the campaign was complete',
    ),
    ...some(
      [...last.keys()].filter((delivery) => !known.has(delivery)),
      'deliveries were told of that there are not',
    ),
  ];
}

function checkSuppressed({ suppressed }: EndpointEvidence, events: readonly Event[]): string[] {
  const received = new Set(
    events.flatMap(({ type, subject }) => (type === 'suppression.created' ? [subject] : [])),
  );
  return [
    ...some(
      suppressed.filter((address) => !received.has(address)),
      'suppressions were not told of',
    ),
    ...some(
      [...received].filter((address) => !suppressed.includes(address)),
      'suppressions were told of that there are not',
    ),
  ];
}
