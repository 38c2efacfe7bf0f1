import { type RampUp, type RampUpState, domainGroups } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, OneOf, OrNull, Part, Time, View, presenter } from '../../openapi/view';

const amounts = { startPerDay: Count(50), targetPerDay: Count(5_000) };
const Day = (example: string) => Type.String({ format: 'date', examples: [example] });

/** The daily limits of a sender. */
export const RampUpView = View('RampUp', {
  startsOn: Day('2026-12-01'),
  ...amounts,
  factor: OrNull(Type.Number({ examples: [1.5] }), { description: 'The daily growth; null: a step' }),
  step: OrNull(Count(100), { description: 'The daily growth in emails; null: a factor' }),
  domainGroups: Type.Record(Type.String(), Part(amounts), {
    description: 'The limits of groups of recipient domains',
    examples: [{ GMAIL: { startPerDay: 20, targetPerDay: 500 } }],
  }),
  maxBounceRate: Type.Number({ examples: [0.05] }),
  maxComplaintRate: Type.Number({ examples: [0.003] }),
});

export const presentRampUp = presenter(RampUpView, ({ domainGroups: groups, ...rampUp }: RampUp) => ({
  ...rampUp,
  domainGroups: Object.fromEntries(groups.map(({ group, ...each }) => [group, each])),
}));

/** What a sender with daily limits has sent today. */
const RampUpStateView = View('RampUpState', {
  date: Day('2026-12-04'),
  day: Count(4, { description: 'The number of the growth day, beginning with 1. Paused days do not count' }),
  limit: Count(2_000, { description: 'The number of emails that the sender can send on this day' }),
  sent: Count(812, {
    description: 'The number of emails that Carillon handed over to the provider on this day',
  }),
  domainGroups: Type.Array(
    Part({ group: OneOf(domainGroups, { $id: 'DomainGroup' }), limit: Count(500), sent: Count(120) }),
  ),
  bounced: Count(3, { description: 'Permanent bounces that were reported on this day' }),
  complained: Count(0, { description: 'Complaints that were reported on this day' }),
  waitsUntil: OrNull(Time(), {
    description: 'When the sender continues after it has reached its daily limit',
  }),
  paused: OrNull(
    Part({
      at: Time(),
      reason: OneOf(['BOUNCE_RATE', 'COMPLAINT_RATE']),
      rate: Type.Number({ examples: [0.07] }),
    }),
    { description: 'Why the sender waits until you resume it; null: it is not paused' },
  ),
});

export const presentRampUpState = presenter(RampUpStateView, (state: RampUpState) => state);

/** An answer for a sender without daily limits is null. */
export const RampUpStateAnswer = OrNull(RampUpStateView, {
  description: 'Null: the sender has no daily limits',
});
