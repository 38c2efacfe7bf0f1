import { type Eligibility, eligibilityAfter, unknownAddress } from './eligibility';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const left = (second: number, topicId = 'offers') =>
  ({ type: 'topic-left', topicId, at: at(second), source: `campaign ${second}` }) as const;
const joined = (second: number, topicId = 'offers') =>
  ({ type: 'topic-joined', topicId, at: at(second), source: `preferences ${second}` }) as const;
const snoozed = (second: number, until: Date | null) => ({ type: 'snoozed', until, at: at(second) }) as const;
const after = (...events: Parameters<typeof eligibilityAfter>[1][]): Eligibility =>
  events.reduce(eligibilityAfter, unknownAddress);

describe('a topic that a person left', () => {
  it('is stored once, with its evidence, and without a cause that concerns all topics', () => {
    const eligibility = after(left(1), left(1), left(5));
    expect(eligibility.topics).toEqual([{ topicId: 'offers', at: at(1), source: 'campaign 1' }]);
    expect(eligibility.causes).toEqual([]);
  });

  it('does not remove other opt-outs', () => {
    const stopped = { type: 'caused', reason: 'STOPPED', sender: null, at: at(1), source: null } as const;
    const eligibility = after(stopped, left(2, 'tips'), left(3));
    expect(eligibility.topics.map(({ topicId }) => topicId)).toEqual(['tips', 'offers']);
    expect(eligibility.causes.map(({ reason }) => reason)).toEqual(['STOPPED']);
  });

  it('can be joined again, and stays in the history', () => {
    const eligibility = after(left(1), left(2, 'tips'), joined(3));
    expect(eligibility.topics.map(({ topicId }) => topicId)).toEqual(['tips']);
    expect(eligibility.pastTopics).toEqual([
      { topicId: 'offers', at: at(1), source: 'campaign 1', liftedAt: at(3), liftedBy: 'preferences 3' },
    ]);
  });

  it('stays left if an older request to join arrives late', () => {
    expect(after(left(4), joined(3)).topics).toHaveLength(1);
  });

  it('stays joined if an older request to leave arrives late, and can be left again', () => {
    const eligibility = after(left(1), joined(3));
    expect(eligibilityAfter(eligibility, left(2))).toBe(eligibility);
    expect(eligibilityAfter(eligibility, left(4)).topics).toHaveLength(1);
  });
});

describe('a pause of all messages', () => {
  it('has the end that the person chose last, in any order of arrival', () => {
    expect(after(snoozed(1, at(50)), snoozed(2, at(40))).snooze).toEqual({ until: at(40), at: at(2) });
    expect(after(snoozed(2, at(40)), snoozed(1, at(50))).snooze).toEqual({ until: at(40), at: at(2) });
  });

  it('can be ended', () => {
    expect(after(snoozed(1, at(50)), snoozed(2, null)).snooze).toEqual({ until: null, at: at(2) });
  });

  it('changes nothing if it is ended without having begun', () => {
    expect(eligibilityAfter(unknownAddress, snoozed(1, null))).toBe(unknownAddress);
  });
});

describe('a person who takes back an opt-out', () => {
  const unsubscribed = (second: number) =>
    ({ type: 'caused', reason: 'UNSUBSCRIBED', sender: null, at: at(second), source: null }) as const;
  const resubscribed = (second: number) =>
    ({ type: 'resubscribed', at: at(second), source: 'preferences x' }) as const;

  it('receives messages again, and the history says who lifted the suppression', () => {
    const eligibility = after(unsubscribed(1), resubscribed(2));
    expect(eligibility.causes).toEqual([]);
    expect(eligibility.lifted).toMatchObject([
      { reason: 'UNSUBSCRIBED', liftedBy: { type: 'RECIPIENT', source: 'preferences x' } },
    ]);
  });

  it('stays suppressed for other causes', () => {
    const complained = { ...unsubscribed(1), reason: 'COMPLAINED' } as const;
    const eligibility = after(unsubscribed(1), complained, resubscribed(2));
    expect(eligibility.causes.map(({ reason }) => reason)).toEqual(['COMPLAINED']);
  });

  it('stays opted out if the opt-out is newer', () => {
    expect(after(unsubscribed(3), resubscribed(2)).causes).toHaveLength(1);
    expect(after(resubscribed(2), unsubscribed(1)).causes).toEqual([]);
  });
});
