import {
  type Variables,
  compilePhoneText,
  isKey,
  lookUp,
  smsSegments,
  translationFor,
} from '@carillon/content';
import {
  type Audience,
  type Channel,
  type Payload,
  type Reply,
  channels,
  eachChannel,
} from '@carillon/contracts';
import { Clock, type Pace, SharedCounts } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { AddressSet, SelectAudience } from '../audience';
import { PersonValues, filledFrom, keyOf } from '../identity';
import { Groups, MemberScans } from '../membership';
import { SuppressedAddresses } from '../suppressions';

type Query = Payload<'audience.fields'>;
type Fields = Reply<'audience.fields'>;
/** A person's data; `extraData` is JSON text. */
interface Reader {
  channel: Channel;
  address: string;
  extraData: string;
}

/**
 * The maximum number of members that are read for one reply, and the maximum duration (milliseconds). The groups share
 * both.
 */
const limits = { members: 20_000, ms: 3_000 };
const CHUNK = 500;
/** The number of names that are counted, and the number of the most frequent names that are returned. */
const names = { kept: 1_000, returned: 200 };
/** The maximum nesting of objects in extra data. */
const MOST_NESTED = 5;

/** Reads the keys of an audience's extra data, and counts recipients who lack a value that a message needs. */
@Injectable()
export class CountFields {
  private readonly counts = new SharedCounts<Fields>('counts of large groups');

  constructor(
    private readonly groups: Groups,
    private readonly memberScans: MemberScans,
    private readonly suppressed: SuppressedAddresses,
    private readonly personValues: PersonValues,
    private readonly selectAudience: SelectAudience,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError rate_limited, timeout */
  count(query: Query): Promise<Fields> {
    return this.counts.join(query.userId, JSON.stringify(query), async (pace) => {
      const { userId } = query;
      const hasSuppressed = await this.suppressed.hasAny(userId);
      const valuesOf = await this.personValues.readerOfValues(userId);
      const tally = new FieldTally(query);
      let isComplete = true;
      const onLeftOut = (): boolean => (isComplete = false);
      const { audience } = query;
      const recipients = audience
        ? this.selected({ ...query, audience }, pace, onLeftOut)
        : this.members(query, pace, onLeftOut);
      for await (const members of recipients) {
        const isSuppressed = hasSuppressed && (await this.suppressed.amongPeople(userId, members));
        const values = await valuesOf?.(members.map(({ address }) => address));
        for (const member of members)
          if (!isSuppressed || !isSuppressed(member)) tally.add(member, values?.get(member.address));
      }
      return { ...tally.counts(), isComplete };
    });
  }

  /**
   * The recipients of a campaign with segments, exclusions, or an order of channels, up to the limits. Each address or
   * person occurs once.
   */
  private async *selected(
    { userId, groupIds, audience, usable }: Query & { audience: Audience },
    pace: Pace,
    onLeftOut: () => void,
  ): AsyncGenerator<Reader[]> {
    const seen = new AddressSet();
    const end = performance.now() + limits.ms;
    const time = { asOf: this.clock.now(), isFinal: false };
    const draft = { userId, groupIds, audience, usable: usable ?? channels, keys: [], ...time };
    for await (const members of this.selectAudience.pages(draft)) {
      if (seen.size >= limits.members || (seen.size > 0 && performance.now() > end)) {
        onLeftOut();
        return;
      }
      const fresh = members.filter((member) => seen.addRecipient(member) && !member.excluded);
      yield this.memberScans.dataOf(
        userId,
        fresh.map(({ subscriberId }) => subscriberId),
      );
      await pace.rest();
    }
  }

  /** The members of the groups, up to the limits. Each address occurs once, in the first of its groups. */
  private async *members(
    { userId, groupIds }: Query,
    pace: Pace,
    onLeftOut: () => void,
  ): AsyncGenerator<Reader[]> {
    const existing = await this.groups.existing(userId, groupIds);
    const ids = groupIds.filter((id) => existing.has(id));
    const seen = new Set<string>();
    const end = performance.now() + limits.ms;
    let left = limits.members;
    for (const [index, groupId] of ids.entries()) {
      const others = ids.length - index;
      const share = Math.ceil(left / others);
      const now = performance.now();
      const until = now + (end - now) / others;
      let read = 0;
      let chunk: Reader[] = [];
      for await (const member of this.memberScans.extraData({ userId, groupId, after: null }, share + 1)) {
        // Reads at least one member of each group.
        if (read === share || (read > 0 && performance.now() > until)) {
          onLeftOut();
          break;
        }
        read += 1;
        const key = keyOf(member);
        if (seen.has(key)) continue;
        seen.add(key);
        chunk.push(member);
        if (chunk.length < CHUNK) continue;
        yield chunk;
        await pace.rest();
        chunk = [];
      }
      yield chunk;
      left -= read;
    }
  }
}

/** Counts the values of each chunk. */
class FieldTally {
  private readonly people = eachChannel(() => 0);
  private readonly fields = new Map<string, Record<Channel, number>>();
  private readonly missing: Fields['missing'];
  private readonly sms: {
    fill: ReturnType<typeof compilePhoneText>;
    /** By the language of the translation. */
    translations: Record<string, ReturnType<typeof compilePhoneText>>;
    segments: number;
    longest: number;
  } | null;

  constructor({ needed, sms, smsTranslations = {}, engine }: Omit<Query, 'userId' | 'groupIds'>) {
    this.missing = needed.map((each) => ({ ...each, people: 0 }));
    const translations = Object.fromEntries(
      Object.entries(smsTranslations).map(([tag, text]) => [tag, compilePhoneText(text, engine)]),
    );
    this.sms =
      sms === null ? null : { fill: compilePhoneText(sms, engine), translations, segments: 0, longest: 0 };
  }

  /** `values`: those of the member's person. */
  add({ channel, extraData }: Reader, values: Variables | undefined): void {
    const variables = filledFrom(values, JSON.parse(extraData) as Variables);
    this.people[channel] += 1;
    for (const name of new Set(namesIn(variables))) this.count(name, channel);
    for (const each of this.missing)
      if (each.channel === channel && !lookUp(variables, each.key)) each.people += 1;
    if (channel === 'SMS') this.measure(variables);
  }

  counts(): Omit<Fields, 'isComplete'> {
    const fields = [...this.fields].map(([name, people]) => ({ name, people }));
    const sum = ({ people }: (typeof fields)[number]): number =>
      Object.values(people).reduce((all, count) => all + count, 0);
    return {
      people: this.people,
      fields: fields.sort((a, b) => sum(b) - sum(a) || (a.name < b.name ? -1 : 1)).slice(0, names.returned),
      missing: this.missing.filter(({ people }) => people > 0),
      sms: this.sms && { segments: this.sms.segments, longest: this.sms.longest },
    };
  }

  private count(name: string, channel: Channel): void {
    const existing = this.fields.get(name);
    if (!existing && this.fields.size === names.kept) return;
    const counts = existing ?? eachChannel(() => 0);
    counts[channel] += 1;
    this.fields.set(name, counts);
  }

  private measure(variables: Variables): void {
    // Texts that are empty or too long are not sent.
    if (!this.sms) return;
    const tag = translationFor(this.sms, variables);
    const fill = (tag === null ? undefined : this.sms.translations[tag]) ?? this.sms.fill;
    const { text } = fill(variables);
    if (text === undefined) return;
    const { segments } = smsSegments(text);
    this.sms.segments += segments;
    this.sms.longest = Math.max(this.sms.longest, segments);
  }
}

/** The keys by which a placeholder can find a non-empty text: `address.city` for nested objects. */
function* namesIn(variables: Variables, above = '', depth = 1): Generator<string> {
  for (const [own, value] of Object.entries(variables)) {
    const name = above + own;
    if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value) && depth < MOST_NESTED)
        yield* namesIn(value as Variables, `${name}.`, depth + 1);
    } else if (value !== null && value !== '' && isKey(name)) yield name;
  }
}
