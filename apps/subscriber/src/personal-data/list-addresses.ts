import type { Payload, Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { People, PersonVersions, addressesOf } from '../identity';
import { InboundMessages } from '../inbound';
import { Groups, MemberScans } from '../membership';
import { SignUps } from '../sign-ups';
import { SuppressionErasure } from '../suppressions';

/** The number of addresses in one step: about 250 KB. */
const SOME = 5_000;

/**
 * Where a step begins: a group and one of its members, or, without a group, a suppression; then a person, a message from
 * a person, and at the end, an address that signed up.
 */
interface StepPosition {
  group: string | null;
  id: string | null;
  isPerson?: true;
  isVersion?: true;
  isMessage?: true;
  isSignUp?: true;
}

/**
 * Lists all stored addresses of a user: those of members (group by group), of suppressions, of people, of messages, and of
 * sign-ups.
 * Some addresses are repeated.
 */
@Injectable()
export class ListAddresses {
  constructor(
    private readonly groups: Groups,
    private readonly memberScans: MemberScans,
    private readonly suppressions: SuppressionErasure,
    private readonly people: People,
    private readonly versions: PersonVersions,
    private readonly inboundMessages: InboundMessages,
    private readonly signUps: SignUps,
  ) {}

  async list({
    userId,
    after,
  }: Payload<'person.addresses-in-subscriber'>): Promise<Reply<'person.addresses-in-subscriber'>> {
    const groups = (await this.groups.idsEvenDeleted(userId)).sort();
    const position =
      after === null ? { group: groups[0] ?? null, id: null } : (JSON.parse(after) as StepPosition);
    const { group, id } = position;
    if (position.isSignUp) return this.signedUp(userId, id);
    if (position.isMessage) return this.writers(userId, id);
    if (position.isVersion) return this.ofVersions(userId, id);
    if (position.isPerson) return this.ofPeople(userId, id);
    if (group === null) return this.suppressed(userId, id);
    const members = await this.memberScans.addressesAfter(group, id, SOME);
    const isOver = members.length < SOME;
    const next: StepPosition = isOver
      ? { group: groups.find((each) => each > group) ?? null, id: null }
      : { group, id: members.at(-1)?._id.toHexString() ?? null };
    return { items: members.map(({ address }) => address), next: JSON.stringify(next) };
  }

  private async suppressed(
    userId: string,
    id: string | null,
  ): Promise<Reply<'person.addresses-in-subscriber'>> {
    const found = await this.suppressions.addressesAfter(userId, id, SOME);
    const isOver = found.length < SOME;
    const next: StepPosition = isOver
      ? { group: null, id: null, isPerson: true }
      : { group: null, id: found.at(-1)?.id ?? null };
    return { items: found.map(({ address }) => address), next: JSON.stringify(next) };
  }

  private async ofPeople(
    userId: string,
    id: string | null,
  ): Promise<Reply<'person.addresses-in-subscriber'>> {
    const found = await this.people.page(userId, id, SOME);
    const isOver = found.length < SOME;
    const next: StepPosition = isOver
      ? { group: null, id: null, isVersion: true }
      : { group: null, id: found.at(-1)?._id.toHexString() ?? null, isPerson: true };
    return {
      items: addressesOf(found),
      next: JSON.stringify(next),
    };
  }

  /** Previous addresses of people. */
  private async ofVersions(
    userId: string,
    id: string | null,
  ): Promise<Reply<'person.addresses-in-subscriber'>> {
    const found = await this.versions.page(userId, id, SOME);
    const isOver = found.length < SOME;
    const next: StepPosition = isOver
      ? { group: null, id: null, isMessage: true }
      : { group: null, id: found.at(-1)?._id ?? null, isVersion: true };
    return { items: addressesOf(found), next: JSON.stringify(next) };
  }

  private async writers(userId: string, id: string | null): Promise<Reply<'person.addresses-in-subscriber'>> {
    const found = await this.inboundMessages.addressesAfter(userId, id, SOME);
    const isOver = found.length < SOME;
    const next: StepPosition = isOver
      ? { group: null, id: null, isSignUp: true }
      : { group: null, id: found.at(-1)?.id ?? null, isMessage: true };
    return { items: found.map(({ address }) => address), next: JSON.stringify(next) };
  }

  /** The last address is the position. */
  private async signedUp(
    userId: string,
    id: string | null,
  ): Promise<Reply<'person.addresses-in-subscriber'>> {
    const items = await this.signUps.addressesAfter(userId, id, SOME);
    const next: StepPosition = { group: null, id: items.at(-1) ?? null, isSignUp: true };
    return { items, next: items.length < SOME ? null : JSON.stringify(next) };
  }
}
