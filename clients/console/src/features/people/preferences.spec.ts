import { type AddressPreferences, preferencesOf } from './preferences';

const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`;
const nothing: AddressPreferences = { topics: [], pastTopics: [], snoozedUntil: null };
const left = (topic: string, day: number) => ({ topic, createdAt: at(day), source: null });

describe('the preferences of a person', () => {
  it('are empty without choices', () => {
    const none = { left: [], joined: [], snoozedUntil: null };
    expect(preferencesOf([], new Date(at(1)))).toEqual(none);
    expect(preferencesOf([nothing, nothing], new Date(at(1)))).toEqual(none);
  });

  it('contain each topic once with its first opt-out, newest first', () => {
    const stored = [
      { ...nothing, topics: [left('offers', 4), left('tips', 2)] },
      { ...nothing, topics: [left('offers', 3)] },
    ];
    expect(preferencesOf(stored, new Date(at(5))).left).toEqual([left('offers', 3), left('tips', 2)]);
  });

  it('contain the topics of all addresses that the person joined again, newest first', () => {
    const past = (day: number) => ({ ...left('offers', 1), liftedAt: at(day), liftedBy: 'preferences a' });
    const stored = [
      { ...nothing, pastTopics: [past(4), past(2)] },
      { ...nothing, pastTopics: [past(3)] },
    ];
    expect(preferencesOf(stored, new Date(at(5))).joined).toEqual([past(4), past(3), past(2)]);
  });

  it('have the last end of a pause until it is over', () => {
    const stored = [
      { ...nothing, snoozedUntil: at(4) },
      { ...nothing, snoozedUntil: at(2) },
    ];
    expect(preferencesOf(stored, new Date(at(3))).snoozedUntil).toBe(at(4));
    expect(preferencesOf(stored, new Date(at(4))).snoozedUntil).toBeNull();
  });
});
