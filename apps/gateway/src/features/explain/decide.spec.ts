import type { ExplainedDelivery } from '@carillon/contracts';
import { GROUP, ID, at, later } from '../../../test/examples';
import {
  explainedAudience,
  explainedDelivery,
  inGroup,
  inSegment,
  plannedCampaign,
} from '../../../test/explained';
import { type Facts, decide } from './decide';

const nothing: Facts['audience'] = {
  ...{ groups: [], segments: [], excludeGroups: [], excludeSegments: [] },
  ...{ hasMembership: true, topic: null, suppressions: [], snoozes: [] },
};

const sent: Facts = {
  status: 'SENT',
  planned: plannedCampaign,
  hasPerson: true,
  deliveries: [],
  audience: nothing,
};
const withDelivery = (changes: Partial<ExplainedDelivery>, audience: Partial<Facts['audience']> = {}) =>
  decide({
    ...sent,
    deliveries: [{ ...explainedDelivery, ...changes }],
    audience: { ...nothing, ...audience },
  });
const without = (audience: Partial<Facts['audience']>, facts: Partial<Facts> = {}) =>
  decide({ ...sent, ...facts, audience: { ...nothing, ...audience } });

describe('decide', () => {
  describe('with a delivery', () => {
    it('names its state, and what included the person', () => {
      expect(withDelivery({ state: 'SENT' }, { groups: [inGroup] })).toEqual({
        result: 'SENT',
        summary: 'The email was sent. No delivery was reported. The person is in the group “Friends”.',
      });
      expect(withDelivery({ state: 'DELIVERED' }, { segments: [inSegment] })).toEqual({
        result: 'DELIVERED',
        summary: 'The email was delivered. The person is in the segment “People in Oslo”.',
      });
    });

    it('believes the delivery rather than data that has changed', () => {
      const { result, summary } = withDelivery({ state: 'READ' });
      expect(result).toBe('READ');
      expect(summary).toContain('has changed since');
    });

    it('names the failure that led to a further channel', () => {
      const failed = { state: 'FAILED', reason: 'NO_SUCH_ADDRESS', providerCode: '550 5.1.1' } as const;
      const sms = { ...explainedDelivery, id: `${ID}-0000001024-0`, channel: 'SMS' as const };
      const email = { ...explainedDelivery, ...failed, fallbackId: sms.id };
      expect(
        decide({ ...sent, deliveries: [email, sms], audience: { ...nothing, groups: [inGroup] } }),
      ).toEqual({
        result: 'SENT',
        summary:
          'The email failed (NO_SUCH_ADDRESS, 550 5.1.1), so the next channel was used. The text message was sent. ' +
          'No delivery was reported. The person is in the group “Friends”.',
      });
    });

    it('names a bounce with the answer of the provider', () => {
      expect(
        withDelivery({
          state: 'FAILED',
          feedback: 'BOUNCED',
          reason: 'MAILBOX_FULL',
          providerCode: '452 4.2.2',
        }),
      ).toEqual({ result: 'BOUNCED', summary: 'The email bounced (MAILBOX_FULL, 452 4.2.2).' });
    });

    it('names the cause of a suppression of the same address', () => {
      const [cause] = explainedAudience.suppressions;
      const suppressions = cause ? [{ ...cause, channel: 'EMAIL' as const }, cause] : [];
      const skipped = { state: 'SKIPPED', reason: 'SUPPRESSED' } as const;
      expect(
        withDelivery({ ...skipped, channel: 'SMS', address: '+4915112345678' }, { suppressions }),
      ).toEqual({
        result: 'SUPPRESSED',
        summary: `The address is suppressed since ${later}: STOPPED (message SM1).`,
      });
      expect(withDelivery(skipped, { suppressions: [] }).summary).toBe('The address was suppressed.');
    });

    it('names the topic that the person left, and the end of a pause', () => {
      const topic = {
        ...{ id: GROUP, name: 'News', isLeft: true },
        optOuts: [
          {
            ...{ channel: 'EMAIL' as const, address: 'ann@example.com', applied: true },
            ...{ source: null, createdAt: at, liftedAt: null },
          },
        ],
      };
      expect(withDelivery({ state: 'SKIPPED', reason: 'TOPIC_OPTED_OUT' }, { topic })).toEqual({
        result: 'TOPIC_OPTED_OUT',
        summary: `The person left the topic “News” of the campaign on ${at}.`,
      });
      const { snoozes } = explainedAudience;
      expect(withDelivery({ state: 'SKIPPED', reason: 'SNOOZED' }, { snoozes }).summary).toBe(
        `The person paused all messages until ${later}.`,
      );
    });

    it.each<[string, Partial<Facts['audience']>, string]>([
      ['a group', { excludeGroups: [inGroup] }, 'the group “Friends”'],
      ['a segment', { excludeSegments: [inSegment] }, 'the segment “People in Oslo”'],
      [
        'a segment that is unknown',
        { excludeSegments: [{ ...inSegment, outcome: null, name: null }] },
        `the segment ${ID}, about which nothing certain is known`,
      ],
    ])('names %s that excludes the person', (_, audience, expected) => {
      const { result, summary } = withDelivery({ state: 'SKIPPED', reason: 'EXCLUDED' }, audience);
      expect(result).toBe('EXCLUDED');
      expect(summary).toContain(expected);
    });

    it('prefers the delivery that reached the person, then the reason that concerns the person', () => {
      const both = (...deliveries: Partial<ExplainedDelivery>[]) =>
        decide({ ...sent, deliveries: deliveries.map((each) => ({ ...explainedDelivery, ...each })) }).result;
      expect(both({ state: 'SKIPPED', reason: 'NO_MESSAGE' }, { state: 'SENT' })).toBe('SENT');
      expect(both({ state: 'SKIPPED', reason: 'NO_MESSAGE' }, { state: 'SKIPPED', reason: 'EXCLUDED' })).toBe(
        'EXCLUDED',
      );
      expect(both({ state: 'FAILED' }, { state: 'READ' })).toBe('READ');
    });
  });

  describe('without a delivery', () => {
    it('says that a campaign has not started, and what it would do', () => {
      const draft = { status: 'DRAFT', planned: null } as const;
      expect(without({}, draft)).toEqual({
        result: 'NOT_STARTED',
        summary: 'The campaign has not started. As of now, it does not target the person.',
      });
      expect(without({ groups: [inGroup] }, draft).summary).toContain('it targets the person');
      expect(without({ groups: [inGroup], excludeSegments: [inSegment] }, draft).summary).toContain(
        'it excludes the person: the segment “People in Oslo”',
      );
      const { snoozes } = explainedAudience;
      expect(without({ groups: [inGroup], snoozes }, draft).summary).toContain('who paused all messages');
    });

    it('does not guess while recipients are planned', () => {
      const planned = { ...plannedCampaign, isPlanned: false };
      expect(without({ groups: [inGroup] }, { status: 'SENDING', planned }).result).toBe('NOT_PLANNED_YET');
      expect(without({}, { status: 'CANCELLED', planned }).result).toBe('CANCELLED');
      expect(without({ groups: [inGroup] }, { status: 'SENDING', planned: null }).result).toBe(
        'NOT_PLANNED_YET',
      );
    });

    it('says that deliveries are deleted', () => {
      const planned = { ...plannedCampaign, areDeliveriesKept: false };
      expect(without({ groups: [inGroup] }, { planned }).result).toBe('DELIVERIES_DELETED');
    });

    it('knows who joined later', () => {
      expect(without({ groups: [{ ...inGroup, outcome: false }] })).toEqual({
        result: 'JOINED_LATER',
        summary: 'The person joined the group “Friends” after the campaign was planned.',
      });
      expect(without({ segments: [{ ...inSegment, outcome: false, isTooNew: true }] }).result).toBe(
        'JOINED_LATER',
      );
    });

    it('knows that segments reach members only', () => {
      expect(without({ segments: [inSegment], hasMembership: false }).result).toBe('NO_MEMBERSHIP');
    });

    it('admits that data has changed', () => {
      expect(without({ segments: [inSegment] }).result).toBe('CHANGED_SINCE');
    });

    it('says that the person is not targeted, and what is unknown', () => {
      expect(without({ segments: [{ ...inSegment, outcome: false }] })).toEqual({
        result: 'NOT_TARGETED',
        summary: 'The person is in no group and no segment of the campaign.',
      });
      expect(without({ segments: [{ ...inSegment, outcome: null }] }).summary).toContain('is unknown');
    });

    it('says that nobody has the address', () => {
      expect(without({ hasMembership: false }, { hasPerson: false }).result).toBe('UNKNOWN_PERSON');
    });
  });
});
