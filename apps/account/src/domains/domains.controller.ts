import type { Deleted, Domain, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CheckDomain } from './check-domain';
import { toDomain } from './domain-document';
import { Domains } from './domains';
import { EditDomains } from './edit-domains';

@Controller()
export class DomainsController {
  constructor(
    private readonly domains: Domains,
    private readonly editDomains: EditDomains,
    private readonly checkDomain: CheckDomain,
  ) {}

  @Command('domain.create')
  create(command: Payload<'domain.create'>): Promise<Domain> {
    return this.editDomains.create(command);
  }

  @Command('domain.list')
  list(query: Payload<'domain.list'>): Promise<Reply<'domain.list'>> {
    return this.domains.page(query);
  }

  @Command('domain.get')
  async get({ userId, id }: Payload<'domain.get'>): Promise<Domain> {
    return toDomain(await this.domains.get(userId, id));
  }

  @Command('domain.check')
  check(command: Payload<'domain.check'>): Promise<Domain> {
    return this.checkDomain.check(command);
  }

  @Command('domain.rotate')
  rotate(command: Payload<'domain.rotate'>): Promise<Domain> {
    return this.editDomains.rotate(command);
  }

  @Command('domain.delete')
  delete(command: Payload<'domain.delete'>): Promise<Deleted> {
    return this.editDomains.delete(command);
  }
}
