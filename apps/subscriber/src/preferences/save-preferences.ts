import { type Channel, type Payload, type Preferences, channels } from '@carillon/contracts';
import { ErasedUsers } from '@carillon/mongo';
import { Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelAddress } from '../identity';
import { EditPeople } from '../people';
import { type EligibilityEvent, Suppressions } from '../suppressions';
import { Topics } from '../topics';
import { ReadPreferences } from './read-preferences';

type Choice = Payload<'preferences.save'>;

/** A change at one address of the person. */
interface AddressChange {
  at: ChannelAddress;
  event: EligibilityEvent;
}

/**
 * Saves what a person chose on the preference page. Opt-outs of topics and pauses are stored with the address of the
 * link, and apply to all addresses of the person. Channels are turned off at each address. Idempotent.
 */
@Injectable()
export class SavePreferences {
  private readonly changes;

  constructor(
    private readonly readPreferences: ReadPreferences,
    private readonly suppressions: Suppressions,
    private readonly topics: Topics,
    private readonly editPeople: EditPeople,
    private readonly erasedUsers: ErasedUsers,
    metrics: Metrics,
  ) {
    this.changes = metrics.counter(
      'carillon_preference_changes_total',
      'Changes that people saved on the preference page',
      ['change'],
    );
  }

  async save(choice: Choice, messageId: string): Promise<Preferences> {
    const { userId, address, locale } = choice;
    await this.erasedUsers.refuse(userId);
    const { person, addresses, histories } = await this.readPreferences.personOf(userId, address);
    const existing = new Set((await this.topics.ofUser(userId)).map(({ topic }) => topic.id));
    const leftAt = (topicId: string): ChannelAddress[] =>
      histories
        .filter(({ eligibility }) => eligibility.topics.some((topic) => topic.topicId === topicId))
        .map((history) => history.address);
    const snoozedAt = histories
      .filter(({ eligibility }) => eligibility.snooze?.until)
      .map((each) => each.address);
    const all: AddressChange[] = [
      ...this.topicChanges(choice, existing, leftAt),
      ...this.channelChanges(choice, addresses),
      ...snoozeChanges(choice, snoozedAt),
    ];
    for (const { at, event } of all) {
      await this.suppressions.apply({ userId, channel: at.channel, address: at.address }, event);
      this.changes.inc({ change: event.type.replace('-', '_') });
    }
    if (locale !== undefined && person) {
      await this.editPeople.update({ userId, id: person._id.toHexString(), locale }, messageId);
      this.changes.inc({ change: 'language' });
    }
    return this.readPreferences.read({ userId, address });
  }

  private topicChanges(
    { address, leave, join, ...link }: Choice,
    existing: ReadonlySet<string>,
    leftAt: (topicId: string) => ChannelAddress[],
  ): AddressChange[] {
    const { time: at, source } = evidence(link);
    const own: ChannelAddress = { channel: 'EMAIL', address };
    const isOwn = (topicId: string): boolean => existing.has(topicId);
    return [
      ...leave.filter(isOwn).map((topicId): AddressChange => ({
        at: own,
        event: { type: 'topic-left', topicId, at, source },
      })),
      ...join.filter(isOwn).flatMap((topicId) =>
        leftAt(topicId).map((place): AddressChange => ({
          at: place,
          event: { type: 'topic-joined', topicId, at, source },
        })),
      ),
    ];
  }

  private channelChanges(
    { turnOff, turnOn, everything, ...link }: Choice,
    addresses: readonly ChannelAddress[],
  ): AddressChange[] {
    const { time: at, source } = evidence(link);
    const off: readonly Channel[] = everything ? channels : turnOff;
    return addresses.flatMap((place): AddressChange[] => {
      if (off.includes(place.channel))
        return [{ at: place, event: { type: 'caused', reason: 'UNSUBSCRIBED', sender: null, at, source } }];
      return turnOn.includes(place.channel)
        ? [{ at: place, event: { type: 'resubscribed', at, source } }]
        : [];
    });
  }
}

/** A new pause is stored with the address of the link. An end of the pause ends it at each address. */
function snoozeChanges(
  { snoozeUntil, address, at }: Choice,
  snoozedAt: readonly ChannelAddress[],
): AddressChange[] {
  if (snoozeUntil === undefined) return [];
  const time = new Date(at);
  const own: ChannelAddress = { channel: 'EMAIL', address };
  const others = snoozedAt.filter((place) => place.channel !== own.channel || place.address !== own.address);
  const ended = others.map((place): AddressChange => ({
    at: place,
    event: { type: 'snoozed', until: null, at: time },
  }));
  const until = snoozeUntil === null ? null : new Date(snoozeUntil);
  return [...ended, { at: own, event: { type: 'snoozed', until, at: time } }];
}

function evidence({ at, campaignId }: Pick<Choice, 'at' | 'campaignId'>): { time: Date; source: string } {
  return { time: new Date(at), source: `preferences ${campaignId}` };
}
