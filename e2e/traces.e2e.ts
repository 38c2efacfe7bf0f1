import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stack } from '@carillon/stack';
import { type Json, data, list, until } from '../dev/driver/api';
import { newGroup, subscribeTo, unique } from '../dev/driver/arrange';
import { type PhoneUser, newNumber, newPhoneUser } from '../dev/driver/phones';
import { type ReceivedSpan, letReceiver, receivedSpans } from '../dev/driver/span-receiver';

/** The names of spans and attributes in docs/traces.md. */
function documented(): { spans: string[]; attributes: string[] } {
  const text = readFileSync(join(__dirname, '../docs/traces.md'), 'utf8');
  const [, spans = '', attributes = ''] = text.split(/^## (?:Spans|Attributes)$/m);
  const rowsOf = (part: string): string[] =>
    [...part.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
  return { spans: rowsOf(spans), attributes: rowsOf(attributes) };
}

/** A span's name in the form of docs/traces.md. */
const kindOf = ({ name }: ReceivedSpan): string =>
  name
    .replace(/^(request|answer) .*/, '$1 <command>')
    .replace(/^(publish|handle) [a-z.-]+$/, '$1 <event>')
    .replace(/^[A-Z]+ .*/, '<METHOD> <route>');

/** Publishes a campaign as a caller with a trace. With the flags 01, the trace is sampled. */
async function publish(user: PhoneUser, groupId: string, flags: '00' | '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const messages = { emailMessage: '<p>Hello {{name}}</p>', whatsappMessage: 'Hello', smsMessage: 'Hello' };
  const response = await fetch(`${stack().gatewayUrl}/api/v1/campaigns/create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.key}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${spanId}-${flags}`,
    },
    body: JSON.stringify({ groups: [groupId], isStarted: true, name: unique('Secret subject'), ...messages }),
  });
  const { data: created } = (await response.json()) as { data: { createCampaign: { _id: string } } };
  return { traceId, spanId, campaignId: created.createCampaign._id };
}

describe('the trace of a campaign on all channels', () => {
  let user: PhoneUser;
  let groupId: string;
  let people: { mail: string; chat: string; phone: string };
  let caller: { traceId: string; spanId: string; campaignId: string };
  let spans: ReceivedSpan[];

  /** Resolves when the campaign has ended and both callbacks have arrived. */
  const ended = async (campaignId: string): Promise<void> => {
    await until('the end of the campaign', 60, async () => {
      const { report } = await data('GET', `/campaigns/${campaignId}/report`, undefined, user.key);
      return (report as Json).status === 'SENT' ? true : null;
    });
    await until('both callbacks', 60, async () => {
      const path = `/campaigns/${campaignId}/deliveries?state=DELIVERED`;
      return list(await data('GET', path, undefined, user.key), 'deliveries').length === 2 ? true : null;
    });
  };

  const named = (name: string): ReceivedSpan[] => spans.filter((span) => span.name === name);
  /** The names of a span and of all its ancestors, beginning with the request. */
  const wayOf = (span: ReceivedSpan): string[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? wayOf(parent) : []), `${span.service.replace('carillon-', '')}: ${span.name}`];
  };

  beforeAll(async () => {
    user = await newPhoneUser();
    const group = await newGroup(user);
    groupId = group.id;
    people = { mail: `${unique('ada')}@example.com`, chat: newNumber(), phone: newNumber() };
    await subscribeTo('email', user, group, people.mail, { name: 'Ada' });
    await subscribeTo('whatsapp', user, group, people.chat, { name: 'Grace' });
    await subscribeTo('sms', user, group, people.phone, { name: 'Alan' });
    const unsampled = await publish(user, group.id, '00');
    caller = await publish(user, group.id, '01');
    await Promise.all([ended(caller.campaignId), ended(unsampled.campaignId)]);
    spans = await until('the last spans', 60, async () => {
      const all = (await receivedSpans()).filter(({ traceId }) => traceId === caller.traceId);
      const has = (name: string, times: number): boolean =>
        all.filter((span) => span.name === name).length >= times;
      const isWhole =
        has('handle campaign.completed', 1) && has('call provider', 3) && has('work on lease', 3);
      const isReported = ['WHATSAPP', 'SMS'].every((channel) =>
        all.some(
          ({ name, attributes }) =>
            name === 'record delivery reports' && attributes['carillon.channel'] === channel,
        ),
      );
      const known = new Set([caller.spanId, ...all.map(({ spanId }) => spanId)]);
      return isWhole && isReported && all.every(({ parentSpanId }) => known.has(parentSpanId)) ? all : null;
    });
  }, 120_000);

  it('continues the trace of the caller, and has no orphaned spans', () => {
    const [request, ...others] = named('POST /api/v1/campaigns/create');
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      service: 'carillon-gateway',
      parentSpanId: caller.spanId,
      kind: 2,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 201 },
    });
    for (const span of spans) {
      expect([span.name, span.status]).toEqual([span.name, 0]);
      expect(wayOf(span)[0]).toBe('gateway: POST /api/v1/campaigns/create');
    }
  });

  it('leads from the request through outbox, plan, lease, and provider to the settlement', () => {
    const published = [
      'gateway: POST /api/v1/campaigns/create',
      'gateway: request campaign.create',
      'campaign: answer campaign.create',
      'campaign: publish campaign.published',
      'dispatcher: handle campaign.published',
    ];
    const [page] = named('plan page');
    expect(page && wayOf(page)).toEqual([...published, 'dispatcher: plan page']);
    for (const channel of ['email', 'whatsapp', 'sms']) {
      const worker = `carillon-${channel}-worker`;
      const offered = [
        ...published,
        'dispatcher: plan page',
        'dispatcher: offer batch',
        `dispatcher: publish ${channel}.batch-released`,
        `${channel}-worker: handle ${channel}.batch-released`,
      ];
      const lease = named('lease batch').find((span) => wayOf(span).join().includes(worker.slice(9)));
      expect(lease && wayOf(lease)).toEqual([
        ...offered,
        `${channel}-worker: request batch.lease`,
        'dispatcher: answer batch.lease',
        'dispatcher: lease batch',
      ]);
      const call = named('call provider').find(({ service }) => service === worker);
      expect(call && wayOf(call)).toEqual([
        ...offered,
        `${channel}-worker: work on lease`,
        `${channel}-worker: call provider`,
      ]);
      expect(call?.attributes).toMatchObject({ 'carillon.sent': 1, 'carillon.failed': 0 });
      const settled = named('settle batch').filter((span) => wayOf(span).join().includes(worker.slice(9)));
      expect(settled.map(({ attributes }) => attributes['carillon.result'])).toContain('DONE');
      expect(settled[0] && wayOf(settled[0])).toEqual([
        ...offered,
        `${channel}-worker: work on lease`,
        `${channel}-worker: publish batch.settled`,
        'dispatcher: handle batch.settled',
        'dispatcher: settle batch',
      ]);
    }
    const [completed] = named('handle campaign.completed');
    expect(completed && wayOf(completed)).toEqual([
      ...published,
      'dispatcher: publish campaign.completed',
      'campaign: handle campaign.completed',
    ]);
  });

  it("contains the provider's callbacks, under the page that planned their batch", () => {
    for (const span of named('record delivery reports'))
      expect(wayOf(span).slice(-2)).toEqual(['dispatcher: plan page', 'dispatcher: record delivery reports']);
  });

  it('contains the IDs of user and campaign, and no personal data or content', () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
      version: string;
    };
    for (const { service, resource } of spans)
      expect(resource).toMatchObject({
        'service.name': service,
        'service.namespace': 'carillon',
        'service.version': version,
      });
    const text = JSON.stringify(spans);
    for (const secret of [...Object.values(people), 'Ada', 'Hello', 'Secret subject', user.key])
      expect(text).not.toContain(secret);
    expect(text).toContain(caller.campaignId);
  });

  it('has exactly the spans and attributes that docs/traces.md lists', () => {
    const { spans: listed, attributes } = documented();
    // A campaign that is published at once is not started by a schedule.
    const expected = listed.filter((name) => name !== 'start scheduled campaign');
    expect([...new Set(spans.map(kindOf))].sort()).toEqual(expected.sort());
    const used = new Set(spans.flatMap((span) => Object.keys(span.attributes)));
    expect(attributes).toEqual(expect.arrayContaining([...used]));
  });

  it('is not written if its caller or the sampler excludes it', async () => {
    const all = await receivedSpans();
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ traceId }) => traceId !== caller.traceId)).toEqual([]);
  });

  it('does not delay a campaign while the collector does not respond', async () => {
    await letReceiver('hang');
    try {
      const { campaignId } = await publish(user, groupId, '01');
      await ended(campaignId);
    } finally {
      await letReceiver('serve');
    }
  });
});
