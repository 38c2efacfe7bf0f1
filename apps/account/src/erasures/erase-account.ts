import type { EraseStep, EraseStepEnd } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit';
import { Integrations } from '../integrations';
import { ApiKeys } from '../keys';
import { Erasures } from './erasures';

/** Erases what this service has of a deleted user: keys, integrations with their credentials, and the audit trail. */
@Injectable()
export class EraseAccount {
  constructor(
    private readonly keys: ApiKeys,
    private readonly integrations: Integrations,
    private readonly trail: AuditTrail,
    private readonly erasures: Erasures,
  ) {}

  async execute({ userId }: EraseStep): Promise<EraseStepEnd> {
    await this.keys.removeAll(userId);
    await this.integrations.removeAll(userId);
    await this.trail.removeAll(userId);
    await this.erasures.removeOfPeople(userId);
    return { state: 'done', next: null };
  }
}
