import { AppError, type Deleted, type Domain, MAX_DOMAINS, type Payload } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/mongo';
import { Clock, addInFreeSlot } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { CheckDomain } from './check-domain';
import { type DomainDocument, ownedBy, ownerIn } from './domain-document';
import { Domains } from './domains';
import { MakeKeys } from './make-keys';

/** Adds and deletes domains, and replaces their keys. */
@Injectable()
export class EditDomains {
  constructor(
    private readonly domains: Domains,
    private readonly makeKeys: MakeKeys,
    private readonly checkDomain: CheckDomain,
    private readonly audited: AuditedChanges,
    private readonly clock: Clock,
  ) {}

  /** A repeat with the same ID returns the existing domain. Errors: domain_exists, limit_reached. */
  async create(command: Payload<'domain.create'>): Promise<Domain> {
    const { userId, id, domain } = command;
    await addInFreeSlot({
      limit: MAX_DOMAINS,
      find: () => this.existing(command),
      taken: () => this.domains.slots(userId),
      add: (slot) => this.tryToAdd(command, slot),
      refuse: () => new AppError('limit_reached', `An account can have at most ${MAX_DOMAINS} domains`),
    });
    const { domain: added } = await this.domains.get(userId, id);
    if (added !== domain) throw new AppError('internal', `The ID ${id} is already in use`);
    return this.checkDomain.checkNow(userId, id);
  }

  /** Errors: domain_not_found. */
  async rotate({ by, userId, id }: Payload<'domain.rotate'>): Promise<Domain> {
    const before = await this.domains.get(userId, id);
    const keys = await this.makeKeys.next(id, before.keys, this.clock.now());
    const saved = await this.audited.make(by, async (session, now) => {
      if (keys.length === before.keys.length && keys.every((key, at) => key === before.keys[at]))
        return { result: before, action: null };
      const after = await this.domains.saveKeys(before, keys, now, session);
      return { result: after, action: after && keysRotated(before, after) };
    });
    return saved ? this.checkDomain.checkNow(userId, id) : this.rotate({ by, userId, id });
  }

  /** A repeat gets the same reply. Errors: domain_not_found. */
  async delete({ by, userId, id }: Payload<'domain.delete'>): Promise<Deleted> {
    const removed = await this.audited.make(by, async (session) => {
      const domain = await this.domains.remove(userId, id, session);
      return { result: domain, action: domain && domainDeleted(domain) };
    });
    if (removed) await this.checkDomain.keysChanged(removed);
    else if (!(await this.audited.wasMade(userId, 'domain.deleted', id)))
      throw new AppError('domain_not_found');
    return { ids: [id] };
  }

  /** @throws AppError domain_exists if the account has the domain with another ID */
  private async existing({ userId, id, domain }: Payload<'domain.create'>): Promise<DomainDocument | null> {
    const found = await this.domains.find(userId, id);
    if (!found && (await this.domains.hasDomain(userId, domain))) throw new AppError('domain_exists');
    return found;
  }

  /** Returns null if the slot, the domain, or the ID is taken. */
  private async tryToAdd(
    { by, userId, id, domain }: Payload<'domain.create'>,
    slot: number,
  ): Promise<DomainDocument | null> {
    const keys = await this.makeKeys.first(id, this.clock.now());
    try {
      return await this.audited.make(by, async (session, now) => {
        const document: DomainDocument = {
          ...{ _id: new ObjectId(id), ...ownedBy(userId), slot, domain, keys, records: [] },
          ...{ checkedAt: null, checkAt: now, rev: 1, createdAt: now, updatedAt: now },
        };
        await this.domains.add(document, session);
        return { result: document, action: domainCreated(document) };
      });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }
}

const facts = ({ domain, keys }: DomainDocument) => ({
  domain,
  selectors: keys.filter(({ state }) => state !== 'RETIRED').map(({ selector }) => selector),
});

function domainCreated(document: DomainDocument): AuditAction {
  return actionOf('domain.created', document, changesBetween({}, facts(document)));
}

function keysRotated(before: DomainDocument, after: DomainDocument): AuditAction {
  return actionOf('domain.keys_rotated', after, changesBetween(facts(before), facts(after)));
}

function domainDeleted(document: DomainDocument): AuditAction {
  return actionOf('domain.deleted', document, changesBetween(facts(document), {}));
}

function actionOf(
  action: AuditAction['action'],
  { _id, domain, ...document }: DomainDocument,
  changes: AuditAction['changes'],
): AuditAction {
  const target = { type: 'domain' as const, id: _id.toHexString(), name: domain };
  return { userId: ownerIn(document), action, target, changes };
}
