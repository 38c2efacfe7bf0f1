import { createHash, randomBytes } from 'node:crypto';
import { AppError, type Channel, type ImportCounts } from '@carillon/contracts';
import type { Contact, Row } from '@carillon/input';
import { Quotas, isOverQuota } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { type Match, type OnExisting, People, SaveContacts, type ValueColumn, keyOf } from '../identity';
import { MemberBatches, type SubscriberDocument } from '../membership';
import { memberTerms } from '../search-terms';
import { SignUps } from '../sign-ups';
import { EditSubscribers } from '../subscribers';
import { SuppressedAddresses } from '../suppressions';
import { linesBefore } from './batches';
import type { Claimed } from './import-document';
import type { OptedOut } from './opt-outs';

/** A member that is deleted between the two reads is added in the next attempt. */
const TRIES = 5;
const TOKEN_BYTES = 32;

/** The numbers of lines that are one address, and one person with all channels. */
interface LinesOfBatch {
  addresses: number;
  contacts: number;
}

/** A person of the batch, the ID for its new member, and the ID of the member that currently has the address. */
interface Met {
  person: Named;
  own: ObjectId;
  there: ObjectId;
}

/** The results of the rows of a batch. */
export interface Written {
  counts: Partial<ImportCounts>;
  /** The first line that the plan has no room for. It and the following lines aren't written. Null: all are written. */
  fullAt: number | null;
  /** Why there is no room: of the plan, or for more attributes. */
  fullBecause: 'quota_exceeded: subscribers' | 'quota_exceeded: people' | 'limit_reached: attributes';
  /** Why lines were rejected while they were written, by line. */
  refused: ReadonlyMap<number, string>;
  /** The number of values that don't have the type of their column, by column. */
  misfits: ReadonlyMap<string, number>;
}

/** A batch whose people are saved, and aren't members yet. End it with `write` or `cancel`. */
export interface SavedPeople extends Pick<Written, 'fullAt' | 'fullBecause' | 'refused' | 'misfits'> {
  rows: readonly Row[];
  /** The addresses that become members. */
  members: readonly Named[];
  /** The rows that aren't refused. */
  accepted: readonly Row[];
  /** The number of members that are reserved in the quota. */
  reserved: number;
}

const noFlaws: Pick<Written, 'refused' | 'misfits'> = { refused: new Map(), misfits: new Map() };

/** Writes the rows of a batch: its people, then their memberships. Writing a batch again changes nothing and counts the same. */
@Injectable()
export class WriteMembers {
  constructor(
    private readonly memberBatches: MemberBatches,
    private readonly editSubscribers: EditSubscribers,
    private readonly signUps: SignUps,
    private readonly people: People,
    private readonly saveContacts: SaveContacts,
    private readonly suppressed: SuppressedAddresses,
    private readonly quotas: Quotas,
  ) {}

  /**
   * Saves the people of a batch, as many as the plan allows. This can overlap with `write` of the previous batch, for which
   * `previous` waits: near a limit, its members must be counted first.
   */
  async savePeople(claimed: Claimed, rows: readonly Row[], previous: Promise<unknown>): Promise<SavedPeople> {
    const { userId } = claimed;
    const nothing = { rows, members: [], accepted: [], reserved: 0, fullAt: null, ...noFlaws };
    if (claimed.dryRun || claimed.kind === 'REMOVE')
      return { ...nothing, fullBecause: 'quota_exceeded: subscribers' };
    const updates = claimed.onExisting === 'update';
    const people = peopleOf(rows, updates);
    /** Rows of new members, in order. Searched only near the limit. */
    const newcomers: Named[] = [];
    const reserved = await this.quotas.takeUpTo(userId, 'subscribers', people.length, async () => {
      await previous;
      newcomers.push(...(await this.newcomersAmong(claimed, people)));
      return newcomers.length;
    });
    // The first row that the plan has no room for.
    const fullAt = newcomers[reserved]?.line ?? null;
    const fitting = linesBefore(fullAt, rows);
    try {
      const flaws = await this.saveRows(claimed, fitting);
      const { refused } = flaws;
      const accepted = refused.size === 0 ? fitting : fitting.filter(({ line }) => !refused.has(line));
      const members = accepted.length === rows.length ? people : peopleOf(accepted, updates);
      const fullBecause = 'quota_exceeded: subscribers';
      return { rows, members, accepted, reserved, fullAt, fullBecause, ...flaws };
    } catch (error) {
      this.quotas.note(userId, 'subscribers', -reserved);
      const fullBecause = reasonOfLimit(error);
      if (!fullBecause) throw error;
      return { ...nothing, fullAt: rows[0]?.line ?? null, fullBecause };
    }
  }

  /**
   * Makes the people of a batch members of the group, or removes them from it. `optedOut`: those that the file says opted
   * out.
   */
  async write(claimed: Claimed, saved: SavedPeople, optedOut: readonly OptedOut[]): Promise<Written> {
    const { rows, members, accepted, reserved, fullAt, fullBecause, refused, misfits } = saved;
    if (claimed.dryRun) return this.preview(claimed, rows, optedOut);
    if (claimed.kind === 'REMOVE')
      return { counts: await this.remove(claimed, rows), fullAt, fullBecause, refused, misfits };
    let created = 0;
    try {
      const counts = await this.add(claimed, members, linesOf(accepted), (more) => (created += more));
      return { counts, fullAt, fullBecause, refused, misfits };
    } finally {
      this.quotas.note(claimed.userId, 'subscribers', created - reserved);
    }
  }

  /** Ends a batch whose people don't become members now. */
  cancel({ userId }: Claimed, { reserved }: SavedPeople): void {
    this.quotas.note(userId, 'subscribers', -reserved);
  }

  /** Returns why lines have no person. */
  private async saveRows(
    claimed: Claimed,
    rows: readonly Row[],
  ): Promise<Pick<Written, 'refused' | 'misfits'>> {
    const { userId, batchAt: now } = claimed;
    const contacts = rows.flatMap(({ line, contact }) => (contact ? [{ line, contact }] : []));
    const user = new ObjectId(userId);
    const plain = rows.flatMap(({ person }) => (person ? [{ ...person, userId: user }] : []));
    await this.people.ensureAll(plain, now);
    if (contacts.length === 0) return noFlaws;
    const { matches, misfits } = await this.saveContacts.save(
      withIds(claimed, contacts),
      saveOptions(claimed),
    );
    return { refused: refusedLines(contacts, matches), misfits };
  }

  /**
   * What the rows of a batch would do. `created` counts lines with new people, or with new members for lines that are one
   * address; `updated` lines that change them, and `skipped` the others.
   */
  private async preview(
    claimed: Claimed,
    rows: readonly Row[],
    optedOut: readonly OptedOut[],
  ): Promise<Written> {
    const updates = claimed.onExisting === 'update';
    const contacts = rows.flatMap(({ line, contact }) => (contact ? [{ line, contact }] : []));
    const plain = rows.filter(({ contact }) => contact === undefined);
    const people = peopleOf(plain, updates);
    const [found, newcomers, suppressed] = await Promise.all([
      this.saveContacts.preview(withIds(claimed, contacts), saveOptions(claimed)),
      this.newcomersAmong(claimed, people),
      this.countSuppressed(claimed.userId, peopleOf(rows, updates), optedOut),
    ]);
    const ids = (documents: typeof found.added) => new Set(documents.map(({ _id }) => _id.toHexString()));
    const [added, changed] = [ids(found.added), ids(found.changed)];
    const counts = { created: newcomers.length, updated: 0, skipped: 0, suppressed };
    const known = linesOf(plain).addresses - newcomers.length;
    counts[updates ? 'updated' : 'skipped'] += known;
    for (const match of found.matches) {
      if (!('person' in match)) continue;
      const id = match.person.toHexString();
      // Further lines of a new person are skipped.
      if (added.delete(id)) counts.created += 1;
      else counts[changed.has(id) ? 'updated' : 'skipped'] += 1;
    }
    const refused = refusedLines(contacts, found.matches);
    const fullBecause = 'quota_exceeded: subscribers';
    return { counts, fullAt: null, fullBecause, refused, misfits: found.misfits };
  }

  private async newcomersAmong(claimed: Claimed, people: readonly Named[]): Promise<Named[]> {
    const members = newMembers(claimed, people);
    const documents = members.map(({ document }) => document);
    const isThere = await this.thereInstead(claimed, documents);
    return members.flatMap(({ document, person }) => (isThere(document) ? [] : [person]));
  }

  /**
   * Adds people to the group. A member that has the address already stays, with new extra data if the import updates.
   */
  private async add(
    claimed: Claimed,
    people: readonly Named[],
    lines: LinesOfBatch,
    onCreated: (count: number) => void,
  ): Promise<Partial<ImportCounts>> {
    const updates = claimed.onExisting === 'update';
    const [met, suppressed] = await Promise.all([
      this.meet(claimed, people, onCreated),
      this.countSuppressed(claimed.userId, people),
    ]);
    const existing = met.filter(({ own, there }) => !own.equals(there));
    if (updates) {
      // The data of people was saved with them.
      const changes = existing
        .filter(({ person }) => !person.isOfContact)
        .map(({ there, person: { extraData, consent } }) => ({ _id: there, extraData, consent }));
      await this.memberBatches.replaceExtraData(changes, claimed.batchAt);
    }
    // A person is created with the first address that is new in the group.
    const created = met.flatMap(({ own, there, person }) => (own.equals(there) ? person : []));
    const createdLines = (isOfContact: boolean): number =>
      new Set(created.flatMap((each) => (each.isOfContact === isOfContact ? each.line : []))).size;
    const addresses = { created: createdLines(false), updates };
    const rules = rulesOf(claimed).values();
    const changes = updates || claimed.fills === true || [...rules].some((rule) => rule !== 'skip');
    const contacts = { created: createdLines(true), updates: changes };
    const counts = { created: addresses.created + contacts.created, updated: 0, skipped: 0, suppressed };
    counts[addresses.updates ? 'updated' : 'skipped'] += lines.addresses - addresses.created;
    counts[contacts.updates ? 'updated' : 'skipped'] += lines.contacts - contacts.created;
    return counts;
  }

  /** Removes people from the group by their addresses. */
  private async remove(claimed: Claimed, rows: readonly Row[]): Promise<Partial<ImportCounts>> {
    const { id, userId, groupId, position } = claimed;
    const people = peopleOf(rows, false);
    const found = await this.memberBatches.idsOf(groupId, people);
    const subscriberIds = [...found.values()].map((each) => each.toHexString());
    const messageId = `${id}:${position.line}`;
    // Also for people who are not members yet.
    const addresses = people.flatMap(({ channel, address }) => (channel === 'EMAIL' ? [address] : []));
    await this.signUps.withdraw(userId, groupId, addresses);
    const gone = await this.editSubscribers.remove({ messageId, userId, subscriberIds });
    const removed = Math.min(gone.size, people.length);
    const named = rows.filter(({ person }) => person !== null).length;
    return { removed, missing: named - removed };
  }

  private async meet(
    claimed: Claimed,
    people: readonly Named[],
    onCreated: (count: number) => void,
  ): Promise<Met[]> {
    let left = newMembers(claimed, people);
    const met: Met[] = [];
    for (let tries = 0; left.length > 0; tries++) {
      if (tries === TRIES) throw new Error('Memberships change faster than members can be added');
      const refused = new Set(await this.memberBatches.add(left.map(({ document }) => document)));
      onCreated(left.length - refused.size);
      const there = await this.thereInstead(claimed, [...refused]);
      for (const { person, document } of left) {
        const found = refused.has(document) ? there(document) : document._id;
        if (found) met.push({ person, own: document._id, there: found });
      }
      left = left.filter(({ document }) => refused.has(document) && !there(document));
    }
    return met;
  }

  /**
   * Finds out why these members were not added: another member has the address, or the same member was moved to another
   * group.
   */
  private async thereInstead(
    { groupId }: Claimed,
    refused: readonly SubscriberDocument[],
  ): Promise<(member: SubscriberDocument) => ObjectId | undefined> {
    if (refused.length === 0) return () => undefined;
    const ids = await this.memberBatches.idsOf(groupId, refused);
    const elsewhere = await this.memberBatches.existing(refused.map(({ _id }) => _id));
    return (member) =>
      ids.get(keyOf(member)) ?? (elsewhere.has(member._id.toHexString()) ? member._id : undefined);
  }

  /** The number of lines with addresses that are suppressed, or that opt out. They still become members. */
  private async countSuppressed(
    userId: string,
    people: readonly Named[],
    optedOut: readonly OptedOut[] = [],
  ): Promise<number> {
    if (people.length === 0) return 0;
    const hasAny = await this.suppressed.hasAny(userId);
    if (!hasAny && optedOut.length === 0) return 0;
    const isSuppressed = hasAny ? await this.suppressed.amongPeople(userId, people) : () => false;
    const willBe = new Set(optedOut.map(keyOf));
    const suppressed = people.filter((person) => willBe.has(keyOf(person)) || isSuppressed(person));
    const repeats = suppressed.reduce((sum, person) => sum + person.repeats, 0);
    return new Set(suppressed.map(({ line }) => line)).size + repeats;
  }
}

/** A line with a person. */
interface ContactLine {
  line: number;
  contact: Contact;
}

function withIds(claimed: Claimed, contacts: readonly ContactLine[]) {
  const idOf = memberIds(`${claimed.id} person`, claimed.batchAt);
  return contacts.map(({ line, contact }) => ({ contact, ownId: idOf(line) }));
}

const onExistingOf = { keep: 'skip', fill: 'fill', overwrite: 'update' } as const;

/** The rules of columns that have their own. */
function rulesOf({ columnOptions = [] }: Claimed): Map<string, OnExisting> {
  return new Map(columnOptions.flatMap(({ name, rule }) => (rule ? [[name, onExistingOf[rule]]] : [])));
}

function saveOptions(claimed: Claimed): Parameters<SaveContacts['save']>[1] {
  const { userId, onExisting, fills, columnOptions = [], batchAt: now } = claimed;
  const columns = columnOptions.flatMap(({ name, type, form }): [string, ValueColumn][] =>
    type ? [[name, { type, form: form as ValueColumn['form'] }]] : [],
  );
  return {
    userId,
    onExisting: fills ? 'fill' : onExisting,
    ...(columnOptions.length > 0 && { rules: rulesOf(claimed) }),
    ...(columns.length > 0 && { columns: new Map(columns) }),
    now,
  };
}

/** Why lines have no person, by line. */
function refusedLines(contacts: readonly ContactLine[], matches: readonly Match[]): Map<number, string> {
  const reasons = contacts.flatMap(({ line }, index): [number, string][] => {
    const reason = reasonOf(matches[index]);
    return reason === null ? [] : [[line, reason]];
  });
  return new Map(reasons);
}

/** New members for the people of a batch. */
function newMembers(
  { id, userId, groupId, keyId, batchAt }: Claimed,
  people: readonly Named[],
): { person: Named; document: SubscriberDocument }[] {
  const idsOf: ((line: number) => ObjectId)[] = [];
  const idOf = ({ line, place }: Named): ObjectId =>
    (idsOf[place] ??= memberIds(place === 0 ? id : `${id} ${place}`, batchAt))(line);
  const tokens = randomBytes(TOKEN_BYTES * people.length);
  const file = { source: 'IMPORT' as const, keyId, importId: id, at: batchAt };
  const [user, group] = [new ObjectId(userId), new ObjectId(groupId)];
  return people.map((person, index) => {
    const { channel, address, extraData, consent: details } = person;
    const terms = memberTerms(extraData);
    const document = {
      _id: idOf(person),
      channel,
      address,
      token: tokens.toString('base64url', index * TOKEN_BYTES, (index + 1) * TOKEN_BYTES),
      extraData,
      ...(terms && { terms }),
      consent: details ? { ...file, given: details } : file,
      userId: user,
      groupId: group,
      createdAt: batchAt,
      updatedAt: batchAt,
    };
    return { person, document };
  });
}

/**
 * The IDs of what the lines of a batch create. A line always has the same ID, so that an existing member is recognized.
 * IDs are ordered by time (seconds), like all IDs, and by line within an import. Two imports of the same second collide
 * only if the first 32 bits of their hashes are equal.
 */
export function memberIds(importId: string, batchAt: Date): (line: number) => ObjectId {
  const hash = createHash('sha256').update(importId).digest();
  const seconds = Math.floor(batchAt.getTime() / 1_000);
  return (line) => {
    const id = Buffer.allocUnsafe(12);
    id.writeUInt32BE(seconds, 0);
    hash.copy(id, 4, 0, 4);
    id.writeUInt32BE(line % 2 ** 32, 8);
    return new ObjectId(id);
  };
}

/** The limit that people of a batch exceed; null: the error has another cause. */
function reasonOfLimit(error: unknown): Written['fullBecause'] | null {
  if (isOverQuota(error)) return 'quota_exceeded: people';
  return error instanceof AppError && error.code === 'limit_reached' ? 'limit_reached: attributes' : null;
}

/** Why a contact has no person: `person_conflict: <id> <id>`; null: it has one. */
function reasonOf(match: Match | undefined): string | null {
  if (!match || 'person' in match) return null;
  if ('refusal' in match) return `attributes: ${match.refusal}`;
  return `person_conflict: ${match.conflict.map((id) => id.toHexString()).join(' ')}`;
}

function linesOf(rows: readonly Row[]): LinesOfBatch {
  const contacts = rows.filter(({ contact }) => contact !== undefined).length;
  return { addresses: rows.filter(({ person }) => person !== null).length, contacts };
}

/** An address of a batch, by the first line with it. */
interface Named extends Pick<Contact, 'consent'> {
  channel: Channel;
  address: string;
  extraData: string;
  line: number;
  /** The position of the address in its line. */
  place: number;
  /** The line is a person with all channels. */
  isOfContact: boolean;
  /** Further lines with the same address, of lines that are one address. */
  repeats: number;
}

/** The addresses of a batch, each once. `later`: with the extra data of the last line rather than of the first. */
function peopleOf(rows: readonly Row[], later: boolean): Named[] {
  const people = new Map<string, Named>();
  for (const { line, person, contact } of rows) {
    if (contact) {
      for (const [place, { channel, address }] of contact.addresses.entries()) {
        const key = keyOf({ channel, address });
        if (people.has(key)) continue;
        const named: Named = {
          channel,
          address,
          extraData: '{}',
          line,
          place,
          isOfContact: true,
          repeats: 0,
        };
        if (contact.consent) named.consent = contact.consent;
        people.set(key, named);
      }
    }
    if (!person) continue;
    const key = keyOf(person);
    const existing = people.get(key);
    if (!existing) people.set(key, { ...person, line, place: 0, isOfContact: false, repeats: 0 });
    else {
      existing.repeats += 1;
      if (later) {
        existing.extraData = person.extraData;
        if (person.consent) existing.consent = person.consent;
      }
    }
  }
  return [...people.values()];
}
