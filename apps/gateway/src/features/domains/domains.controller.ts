import { MAX_DOMAINS } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { CreateDomain, canonicalDomain } from './domain.input';
import { DomainView, presentDomain } from './domain.presenter';

@Controller('api/v1/domains')
export class DomainsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({ summary: 'List the domains', answer: Type.Array(DomainView) })
  async domains(
    @Caller() { userId }: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const domains = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('domain.list', { userId, ...slice }),
    );
    return { data: { domains: domains.map((domain) => presentDomain({ ...domain, userId })) } };
  }

  @Post()
  @NeedsScope('admin')
  @Operation({
    creates: 'domain',
    summary: 'Add a domain',
    description: `Creates DKIM keys for the domain of your From addresses, and checks its DNS records. As soon as Carillon finds a key in DNS, it signs the emails of SMTP senders. The domain also applies to its subdomains. An account can have at most ${MAX_DOMAINS} domains.`,
    answer: DomainView,
    errors: ['domain_exists', 'limit_reached'],
  })
  async createDomain(
    @Caller() user: User,
    @Body() input: CreateDomain,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const domain = await this.messenger.request('domain.create', {
      ...this.named(user, mintId()),
      domain: canonicalDomain(input.domain) ?? input.domain,
    });
    reply.header('location', `/api/v1/domains/${domain.id}`);
    return { data: { createDomain: presentDomain({ ...domain, userId: user.userId }) } };
  }

  @Get(':id')
  @Operation({
    summary: 'Read a domain',
    description: 'Returns the records to publish, and the result of the last check.',
    answer: DomainView,
  })
  async domain(@Caller() { userId }: User, @Param('id', existing('domain')) id: string) {
    const domain = await this.messenger.request('domain.get', { userId, id });
    return { data: { domain: presentDomain({ ...domain, userId }) } };
  }

  @Post(':id/check')
  @NeedsScope('admin')
  @HttpCode(HttpStatus.OK)
  @Operation({
    summary: 'Check a domain',
    description:
      'Looks up the records now. As soon as Carillon finds a key, it signs emails with this key. Carillon also checks all domains daily, and new keys hourly.',
    answer: DomainView,
  })
  async checkDomain(@Caller() { userId }: User, @Param('id', existing('domain')) id: string) {
    const domain = await this.messenger.request('domain.check', { userId, id });
    return { data: { checkDomain: presentDomain({ ...domain, userId }) } };
  }

  @Post(':id/rotate')
  @NeedsScope('admin')
  @HttpCode(HttpStatus.OK)
  @Operation({
    summary: 'Replace the keys of a domain',
    description:
      'Creates new keys with other selectors. The current keys sign emails until Carillon finds the new keys in DNS. Keys that were never found in DNS are not replaced.',
    answer: DomainView,
  })
  async rotateDomain(@Caller() user: User, @Param('id', existing('domain')) id: string) {
    const domain = await this.messenger.request('domain.rotate', this.named(user, id));
    return { data: { rotateDomain: presentDomain({ ...domain, userId: user.userId }) } };
  }

  @Delete(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Delete a domain',
    description: 'Deletes the domain and its keys. Carillon no longer signs emails with these keys.',
    answer: DeletedView,
  })
  async deleteDomain(@Caller() user: User, @Param('id', existing('domain')) id: string) {
    const deleted = await this.messenger.request('domain.delete', this.named(user, id));
    return { data: { deleteDomain: presentDeleted(deleted) } };
  }

  private named(user: User, id: string) {
    return { by: requestedBy(user), userId: user.userId, id };
  }
}
