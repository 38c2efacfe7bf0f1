import type { ChannelPreference, Payload, Preferences } from '@carillon/contracts';
import { channels } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type ChannelAddress, People, type PersonDocument } from '../identity';
import { ConsentSettings } from '../inbound';
import { type AddressHistory, Suppressions } from '../suppressions';
import { Topics } from '../topics';

/** The person of a link, as stored now. */
interface LinkedPerson {
  /** Null: the address was erased, or an earlier release added it. */
  person: PersonDocument | null;
  /** The addresses of the person; without a person, only the address of the link. */
  addresses: ChannelAddress[];
  /** The histories of these addresses on each channel. */
  histories: AddressHistory[];
}

/** Reads what a person who opens a link can choose, and has chosen. */
@Injectable()
export class ReadPreferences {
  constructor(
    private readonly people: People,
    private readonly suppressions: Suppressions,
    private readonly topics: Topics,
    private readonly settings: ConsentSettings,
    private readonly clock: Clock,
  ) {}

  async read({ userId, address }: Payload<'preferences.get'>): Promise<Preferences> {
    const [{ person, addresses, histories }, topics, settings] = await Promise.all([
      this.personOf(userId, address),
      this.topics.ofUser(userId),
      this.settings.of(userId),
    ]);
    const left = new Set(
      histories.flatMap(({ eligibility }) => eligibility.topics.map(({ topicId }) => topicId)),
    );
    return {
      topics: topics.map(({ topic: { id, name, description } }) => ({
        ...{ id, name, description },
        isLeft: left.has(id),
      })),
      channels: channels.flatMap((channel) => {
        const state = stateOf(channel, addresses, histories);
        return state ? [{ channel, state }] : [];
      }),
      snoozedUntil: this.snoozedUntil(histories),
      locale: person?.locale ?? null,
      isKnown: person !== null,
      leavesAll: settings.oneClick === 'ALL',
    };
  }

  async personOf(userId: string, address: string): Promise<LinkedPerson> {
    const [person = null] = await this.people.withAddresses(userId, [address]);
    const email: ChannelAddress = { channel: 'EMAIL', address };
    const known = person?.channels ?? [];
    const hasLink = known.some((each) => each.channel === 'EMAIL' && each.address === address);
    const addresses = hasLink ? known : [email, ...known];
    const texts = [...new Set(addresses.map((each) => each.address))];
    const histories = await Promise.all(texts.map((text) => this.historiesOf(userId, text)));
    return { person, addresses, histories: histories.flat() };
  }

  /** With the address itself, even if it is stored under its hash. */
  private async historiesOf(userId: string, address: string): Promise<AddressHistory[]> {
    const found = await this.suppressions.ofAddress(userId, address);
    return found.map((history) => ({ ...history, address: { ...history.address, address } }));
  }

  /** The latest end of a pause in the future. */
  private snoozedUntil(histories: readonly AddressHistory[]): string | null {
    const now = this.clock.now();
    const ends = histories.flatMap(({ eligibility }) => eligibility.snooze?.until ?? []);
    const [last] = ends.filter((until) => until > now).sort((a, b) => b.getTime() - a.getTime());
    return last?.toISOString() ?? null;
  }
}

/** Null: the person has no address on the channel. */
function stateOf(
  channel: ChannelAddress['channel'],
  addresses: readonly ChannelAddress[],
  histories: readonly AddressHistory[],
): ChannelPreference | null {
  const states = addresses
    .filter((each) => each.channel === channel)
    .map(({ address }) => {
      const history = histories.find(
        (each) => each.address.channel === channel && each.address.address === address,
      );
      return stateOfAddress(history);
    });
  return (['ON', 'OFF', 'STOPPED', 'BLOCKED'] as const).find((state) => states.includes(state)) ?? null;
}

function stateOfAddress(history: AddressHistory | undefined): ChannelPreference {
  const reasons = history?.eligibility.causes.map(({ reason }) => reason) ?? [];
  if (reasons.some((reason) => reason !== 'UNSUBSCRIBED' && reason !== 'STOPPED')) return 'BLOCKED';
  if (reasons.includes('STOPPED')) return 'STOPPED';
  return reasons.includes('UNSUBSCRIBED') ? 'OFF' : 'ON';
}
