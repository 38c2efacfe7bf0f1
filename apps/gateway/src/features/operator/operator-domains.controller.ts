import { MAX_DOMAINS } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { OPERATOR } from '../../http/paging/cursor';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { CallingOperator, NeedsOperatorScope, type Operator, requestedBy } from '../../security/caller';
import { CreateDomain, OperatorDomainView, canonicalDomain, presentOperatorDomain } from '../domains';

/** The domains that sign the emails of the default sender. */
@Controller('api/v1/operator/domains')
export class OperatorDomainsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    key: 'domains',
    summary: 'List the domains of the default sender',
    answer: Type.Array(OperatorDomainView),
  })
  async operatorDomains(@Query() query: PageQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const domains = await this.lists.answer(reply, { userId: OPERATOR, query }, (slice) =>
      this.messenger.request('domain.list', { userId: null, ...slice }),
    );
    return { data: { domains: domains.map(presentOperatorDomain) } };
  }

  @Post()
  @NeedsOperatorScope('admin')
  @Operation({
    key: 'createDomain',
    creates: 'domain',
    summary: 'Add a domain of the default sender',
    description: `Creates DKIM keys for the domain of DEFAULT_FROM, and checks its DNS records. As soon as Carillon finds a key in DNS, it signs the emails of users without an email sender. The domain also applies to its subdomains. There can be at most ${MAX_DOMAINS} domains.`,
    answer: OperatorDomainView,
    errors: ['domain_exists', 'limit_reached'],
  })
  async createOperatorDomain(
    @CallingOperator() operator: Operator,
    @Body() input: CreateDomain,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const domain = await this.messenger.request('domain.create', {
      ...named(operator, mintId()),
      domain: canonicalDomain(input.domain) ?? input.domain,
    });
    reply.header('location', `/api/v1/operator/domains/${domain.id}`);
    return { data: { createDomain: presentOperatorDomain(domain) } };
  }

  @Get(':id')
  @Operation({
    key: 'domain',
    summary: 'Read a domain of the default sender',
    description: 'Returns the records to publish, and the result of the last check.',
    answer: OperatorDomainView,
  })
  async operatorDomain(@Param('id', existing('domain')) id: string) {
    const domain = await this.messenger.request('domain.get', { userId: null, id });
    return { data: { domain: presentOperatorDomain(domain) } };
  }

  @Post(':id/check')
  @NeedsOperatorScope('admin')
  @HttpCode(HttpStatus.OK)
  @Operation({
    key: 'checkDomain',
    summary: 'Check a domain of the default sender',
    description:
      'Looks up the records now. As soon as Carillon finds a key, it signs emails with this key. Carillon also checks all domains daily, and new keys hourly.',
    answer: OperatorDomainView,
  })
  async checkOperatorDomain(@Param('id', existing('domain')) id: string) {
    const domain = await this.messenger.request('domain.check', { userId: null, id });
    return { data: { checkDomain: presentOperatorDomain(domain) } };
  }

  @Post(':id/rotate')
  @NeedsOperatorScope('admin')
  @HttpCode(HttpStatus.OK)
  @Operation({
    key: 'rotateDomain',
    summary: 'Replace the keys of a domain of the default sender',
    description:
      'Creates new keys with other selectors. The current keys sign emails until Carillon finds the new keys in DNS. Keys that were never found in DNS are not replaced.',
    answer: OperatorDomainView,
  })
  async rotateOperatorDomain(
    @CallingOperator() operator: Operator,
    @Param('id', existing('domain')) id: string,
  ) {
    const domain = await this.messenger.request('domain.rotate', named(operator, id));
    return { data: { rotateDomain: presentOperatorDomain(domain) } };
  }

  @Delete(':id')
  @NeedsOperatorScope('admin')
  @Operation({
    key: 'deleteDomain',
    summary: 'Delete a domain of the default sender',
    description: 'Deletes the domain and its keys. Carillon no longer signs emails with these keys.',
    answer: DeletedView,
  })
  async deleteOperatorDomain(
    @CallingOperator() operator: Operator,
    @Param('id', existing('domain')) id: string,
  ) {
    const deleted = await this.messenger.request('domain.delete', named(operator, id));
    return { data: { deleteDomain: presentDeleted(deleted) } };
  }
}

function named(operator: Operator, id: string) {
  return { by: requestedBy(operator), userId: null, id };
}
