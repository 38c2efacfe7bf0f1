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
    ...(evidence.pendingWebhookEvents > 0
      ? [`${evidence.pendingWebhookEvents} documents have pending webhook events`]
      : []),
  ];
}

/** An event in a message. A batch message contains many events. */
interface Event {
  type: string;
  /** The subject of the event: a delivery, a run of a campaign, an address. */
  subject: string;
  campaign: string | null;
}

/** The first copy of each message. */
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

/** Checks that every repeated message is byte-identical. */
function checkRepeats(received: readonly ReceivedMessage[], messages: readonly ReceivedMessage[]): string[] {
  const bodies = new Map(messages.map(({ id, body }) => [id, body]));
  const changed = received.flatMap(({ id, body }) => (bodies.get(id) === body ? [] : [id]));
  return some(changed, 'messages were repeated with another body');
}

/** Checks that exactly the stored messages arrived, and that the messages of a campaign arrived in order. */
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
      'messages never arrived',
    ),
    ...some(
      [...came].filter((id) => !stored.has(id)),
      'messages arrived that are not stored',
    ),
    ...some(
      outOfOrder.map(({ name }) => name),
      'lines arrived out of order',
    ),
    ...some(
      lines.flatMap(({ name, waiting }) => (waiting > 0 ? [`${name} ${waiting}`] : [])),
      'lines wait',
    ),
  ];
}

/** Checks that each event has one ID. */
function checkOnce(events: readonly Event[]): string[] {
  const times = counted(events.map(({ type, subject, campaign }) => `${type} ${campaign ?? ''} ${subject}`));
  return some(
    [...times].flatMap(([event, count]) => (count > 1 ? [event] : [])),
    'events were sent under several ids',
  );
}

/** The event types of deliveries, in the order in which a delivery can reach the states. */
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
 * Checks that the first event is the start of the campaign, and that the events of each delivery precede the
 * campaign's completion, in rising states, and end with the delivery's actual state.
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
    ...(types[0] === 'campaign.published'
      ? []
      : ['the events of a campaign do not start with its beginning']),
    ...(end === -1 ? ['the completion of a campaign is missing'] : []),
    ...some(backwards, 'the states of deliveries went backwards'),
    ...some(
      wanted.flatMap(({ delivery, type }) => (last.get(delivery) === type ? [] : [`${delivery} ${type}`])),
      'the final states of deliveries are missing',
    ),
    ...some(
      end === -1 ? [] : wanted.flatMap(({ delivery }) => (early.has(delivery) ? [] : [delivery])),
      'deliveries were sent only after the completion of the campaign',
    ),
    ...some(
      [...last.keys()].filter((delivery) => !known.has(delivery)),
      'events name unknown deliveries',
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
      'suppressions are missing',
    ),
    ...some(
      [...received].filter((address) => !suppressed.includes(address)),
      'events name unknown suppressions',
    ),
  ];
}
