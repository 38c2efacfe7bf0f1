import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { Database } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit';
import { Domains } from '../domains';
import { Senders } from '../senders';
import { ApiKeys } from '../keys';
import { Links, Members } from '../members';
import { Notifications } from '../notifications';
import { Erasures } from './erasures';

/** Erases this service's data of a deleted user: keys, senders with credentials, domains, members, notifications, and the audit trail. */
@Injectable()
export class EraseAccount {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly members: Members,
    private readonly links: Links,
    private readonly senders: Senders,
    private readonly domains: Domains,
    private readonly notifications: Notifications,
    private readonly trail: AuditTrail,
    private readonly erasures: Erasures,
  ) {}

  async erase({ userId }: EraseStep): Promise<EraseStepEnd> {
    await this.keys.removeAll(userId);
    await this.database.transaction(async (session) => {
      await this.members.removeAll(userId, session);
      await this.links.removeAll(userId, session);
    });
    await this.senders.removeAll(userId);
    await this.domains.removeAll(userId);
    await this.notifications.removeAll(userId);
    await this.trail.removeAll(userId);
    await this.erasures.removeOfPeople(userId);
    return { state: 'done', next: null };
  }
}
