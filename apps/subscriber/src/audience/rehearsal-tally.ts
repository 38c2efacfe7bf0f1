import { countryOf } from '@carillon/address';
import { compilePhoneText, lookUp, smsSegments } from '@carillon/content';
import {
  type AudienceMember,
  type Channel,
  type DeliveryReason,
  type Example,
  type Payload,
  type Reply,
  type Unreached,
  channelRow,
  eachChannel,
  memberSkipReason,
} from '@carillon/contracts';

type Query = Pick<Payload<'audience.rehearse'>, 'skipped' | 'needed' | 'texts' | 'engine'>;
type Rehearsal = Reply<'audience.rehearse'>;

/** The number of recipients that are shown for each reason and each missing value. */
const SHOWN = 5;

/** A recipient to show, and the list to add it to. */
export interface Shown {
  member: AudienceMember;
  people: Example[];
}

export function emptyRehearsal({ texts }: Pick<Query, 'texts'>, asOf: Date): Rehearsal {
  const hasText = (on: Channel): boolean => texts.some(({ channel }) => channel === on);
  return {
    asOf: asOf.toISOString(),
    isComplete: false,
    channels: eachChannel(() => ({ members: 0, total: 0, reached: 0, unreached: [] })),
    missing: [],
    sms: hasText('SMS') ? { segments: 0, longest: 0 } : null,
    outsideWindow: hasText('WHATSAPP') ? 0 : null,
    countries: [],
  };
}

/** Counts recipients into a rehearsal, by what a campaign would do with them. */
export class RehearsalTally {
  private readonly fill = new Map<Channel, ReturnType<typeof compilePhoneText>>();
  private readonly needed: Record<Channel, string[]>;
  private readonly unreached = new Map<string, Unreached>();
  private readonly missing = new Map<string, Rehearsal['missing'][number]>();
  private readonly countries = new Map<string, NonNullable<Rehearsal['countries']>[number]>();

  constructor(
    private readonly query: Query,
    private readonly reply: Rehearsal,
  ) {
    for (const { channel, text } of query.texts) this.fill.set(channel, compilePhoneText(text, query.engine));
    this.needed = eachChannel((channel) =>
      query.needed.flatMap((each) => (each.channel === channel ? [each.key] : [])),
    );
  }

  /** Counts memberships, of which several can have the same address. */
  countMembers(members: readonly AudienceMember[]): void {
    for (const { channel } of members) this.reply.channels[channel].members += 1;
  }

  /**
   * Counts recipients, each once. Returns those to show. `inWindow`: the addresses to which WhatsApp accepts free text.
   */
  count(members: readonly AudienceMember[], inWindow: ReadonlySet<string>): Shown[] {
    return members.flatMap((member) => this.countOne(member, inWindow));
  }

  private countOne(member: AudienceMember, inWindow: ReadonlySet<string>): Shown[] {
    const { channel, variables } = member;
    const counts = this.reply.channels[channel];
    counts.total += 1;
    const skipped = this.query.skipped[channel] ?? memberSkipReason(member);
    if (skipped) return this.countUnreached(member, 'SKIPPED', skipped);
    const filled = this.fill.get(channel)?.(variables);
    if (filled?.fault) return this.countUnreached(member, 'FAILED', filled.fault);
    counts.reached += 1;
    const segments = channel === 'SMS' && filled ? this.measure(filled.text) : 1;
    if (channelRow(channel).address === 'phone') this.countCountry(member, segments);
    if (channel === 'WHATSAPP' && this.reply.outsideWindow !== null && !inWindow.has(member.address))
      this.reply.outsideWindow += 1;
    return this.needed[channel].flatMap((key) =>
      lookUp(variables, key) ? [] : this.countMissing(member, key),
    );
  }

  private countUnreached(member: AudienceMember, state: Unreached['state'], reason: DeliveryReason): Shown[] {
    const { channel } = member;
    const key = `${channel} ${state} ${reason}`;
    let row = this.unreached.get(key);
    if (!row) {
      row = { state, reason, count: 0, people: [] };
      this.unreached.set(key, row);
      this.reply.channels[channel].unreached.push(row);
    }
    row.count += 1;
    return row.count > SHOWN ? [] : [{ member, people: row.people }];
  }

  private countMissing(member: AudienceMember, key: string): Shown[] {
    const { channel } = member;
    let row = this.missing.get(`${channel} ${key}`);
    if (!row) {
      row = { channel, key, count: 0, people: [] };
      this.missing.set(`${channel} ${key}`, row);
      this.reply.missing.push(row);
    }
    row.count += 1;
    return row.count > SHOWN ? [] : [{ member, people: row.people }];
  }

  /** Returns the number of segments. */
  private measure(text: string): number {
    const { sms } = this.reply;
    const { segments } = smsSegments(text);
    if (sms) {
      sms.segments += segments;
      sms.longest = Math.max(sms.longest, segments);
    }
    return segments;
  }

  private countCountry({ channel, address }: AudienceMember, units: number): void {
    const country = countryOf(address);
    const key = `${channel} ${country ?? ''}`;
    let row = this.countries.get(key);
    if (!row) {
      row = { channel, provider: null, country, messages: 0, units: 0 };
      this.countries.set(key, row);
      this.reply.countries?.push(row);
    }
    row.messages += 1;
    row.units += units;
  }
}

/** No channel is skipped as a whole. */
export const noneSkipped: Query['skipped'] = eachChannel(() => null);
