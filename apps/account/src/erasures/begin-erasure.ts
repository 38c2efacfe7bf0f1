import {
  AppError,
  type AuditChange,
  type By,
  type Erasure,
  type ErasingService,
  type Payload,
  newId,
} from '@carillon/contracts';
import { Messenger, currentTrace } from '@carillon/messaging';
import { Clock, UserTurns } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongoose';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { ApiKeys } from '../keys';
import { Links, Members } from '../members';
import { Users } from '../users';
import { ErasedHashes } from './erased-hashes';
import { CarryOutErasures } from './carry-out-erasures';
import { Erasures } from './erasures';

/**
 * The services that store data of people, starting with those that create deliveries, and the services that store data
 * of users, starting with the one that stops running campaigns.
 */
export const servicesOf: Readonly<Record<Erasure['kind'], readonly ErasingService[]>> = {
  PERSON: ['subscriber', 'gateway', 'dispatcher', 'webhook-worker'],
  USER: ['campaign', 'subscriber', 'gateway', 'dispatcher', 'webhook-worker', 'account'],
};

/** The service that stores what belongs to a person and to none of the addresses. */
export const servicesOfPeople: readonly ErasingService[] = ['subscriber'];

/** Each erasure sends repeated requests to all services until it is done. */
const MOST_RUNNING = 100;
/** Maximum number of erasures per user that a gateway starts at the same time. */
const AT_ONCE = 256;

/** Starts erasures of people and users. A started erasure survives crashes. */
@Injectable()
export class BeginErasure {
  private readonly turns = new UserTurns(AT_ONCE);

  constructor(
    private readonly erasures: Erasures,
    private readonly hashes: ErasedHashes,
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly members: Members,
    private readonly links: Links,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
    private readonly carryOut: CarryOutErasures,
    private readonly clock: Clock,
  ) {}

  /** Returns the running erasure of this person, if any. Errors: limit_reached. */
  async ofPerson({ by, id, userId, address }: Payload<'erasure.begin'>): Promise<Erasure> {
    const hash = this.hashes.of(userId, address);
    const begin = async (session: ClientSession, now: Date) => {
      const before = await this.erasures.underWay(userId, hash, session);
      if (before) return { result: before, action: null };
      // Locks the user, so that the limit can't be exceeded between the count and the write.
      await this.users.holdErasures(userId, session);
      await this.requireRoom(userId, 1, session);
      const facts = { id, userId, kind: 'PERSON' as const, address, hash, requestedBy: by };
      const added = await this.erasures.add({ ...facts, services: servicesOf.PERSON }, now, session);
      return {
        result: added.erasure,
        action: added.isNew ? personErased(added.erasure, changesBetween({}, { person: hash })) : null,
      };
    };
    const erasure = await this.turns.take(userId, () => this.audited.make(by, begin));
    this.carryOut.nudge();
    return erasure;
  }

  /**
   * Starts an erasure for each address of a person, and one for the person, which ends last. Returns the running erasure
   * of this person, if any. Errors: limit_reached.
   */
  async withAddresses({
    by,
    id,
    userId,
    personId,
    addresses,
  }: Payload<'erasure.begin-with-addresses'>): Promise<Erasure> {
    const hashes = new Map(addresses.map((address) => [address, this.hashes.of(userId, address)]));
    const begin = async (session: ClientSession, now: Date) => {
      const before = await this.erasures.ofPersonUnderWay(userId, personId, session);
      if (before) return { result: before, action: null };
      await this.users.holdErasures(userId, session);
      await this.requireRoom(userId, hashes.size + 1, session);
      const facts = { userId, kind: 'PERSON' as const, requestedBy: by };
      const person = { ...facts, id, personId, address: null, hash: null, services: servicesOfPeople };
      const added = await this.erasures.add(person, now, session);
      if (!added.isNew) return { result: added.erasure, action: null };
      for (const [address, hash] of hashes) {
        const part = { ...facts, id: newId(), partOf: id, address, hash, services: servicesOf.PERSON };
        await this.erasures.add(part, now, session);
      }
      const changes = changesBetween({}, { person: personId, addresses: [...hashes.values()] });
      return { result: added.erasure, action: personErased(added.erasure, changes) };
    };
    const erasure = await this.turns.take(userId, () => this.audited.make(by, begin));
    this.carryOut.nudge();
    return erasure;
  }

  /**
   * Deletes the user, its keys, members, sessions, and invitations in the same write that stores the erasure.
   * Idempotent by ID. Errors: user_not_found.
   */
  async ofUser({ by, id, userId }: Payload<'erasure.begin-user'>): Promise<Erasure> {
    const erasure = await this.audited.make(by, async (session, now) => {
      const removed = await this.users.remove(userId, session);
      await this.keys.removeAll(userId, session);
      await this.members.removeAll(userId, session);
      await this.links.removeAll(userId, session);
      const facts = { id, userId, kind: 'USER' as const, address: null, hash: null, requestedBy: by };
      const added = await this.erasures.add({ ...facts, services: servicesOf.USER }, now, session);
      if (!removed && added.isNew) throw new AppError('user_not_found');
      return { result: added.erasure, action: added.isNew ? userDeleted(added.erasure) : null };
    });
    await this.messenger.broadcast('access.changed', { userId });
    this.carryOut.nudge();
    return erasure;
  }

  /** Records that all data of a person was viewed. The trail identifies the person by a keyed hash. */
  async noteExport({ address, ...view }: Payload<'erasure.note-export'>): Promise<void> {
    await this.noteView(view, this.hashes.of(view.userId, address));
  }

  /** The same for a person with all addresses, who is identified by the ID. */
  async notePersonExport({ personId, ...view }: Payload<'erasure.note-person-export'>): Promise<void> {
    await this.noteView(view, personId);
  }

  private async noteView({ by, id, userId }: { by: By; id: string; userId: string }, person: string) {
    const target = { type: 'user', id: userId, name: null } as const;
    const changes = changesBetween({}, { person });
    const entry = { userId, action: 'person.read' as const, target, changes };
    const at = this.clock.now().toISOString();
    await this.audited.note({ id, at, by, requestId: currentTrace().requestId ?? null, ...entry });
  }

  private async requireRoom(userId: string, needed: number, session: ClientSession): Promise<void> {
    const underWay = await this.erasures.countUnderWay(userId, MOST_RUNNING, session);
    if (underWay + needed <= MOST_RUNNING) return;
    const most = `At most ${MOST_RUNNING} addresses and people can be erased at the same time. Retry when an erasure is DONE`;
    throw new AppError('limit_reached', most);
  }
}

/** `changes` identifies addresses by the keyed hash, like the entries about viewed data. */
function personErased({ id, userId }: Erasure, changes: AuditChange[]): AuditAction {
  const target = { type: 'erasure', id, name: null } as const;
  return { userId, action: 'person.erased', target, changes };
}

/**
 * The entry belongs to no account, so that it remains when the user's entries are deleted. It contains only the user's
 * ID.
 */
function userDeleted({ id, userId }: Erasure): AuditAction {
  const target = { type: 'user', id: userId, name: null } as const;
  return { userId: null, action: 'user.deleted', target, changes: changesBetween({}, { erasure: id }) };
}
