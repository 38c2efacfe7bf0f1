import { Messenger } from '@carillon/messaging';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { Operation } from '../../openapi/operation';
import { Caller, type User, requestedBy } from '../../security/caller';
import { CampaignView, presentCampaign } from '../campaigns';
import {
  CreateTemplate,
  RestoreTemplate,
  TemplatesQuery,
  UpdateTemplate,
  existingVersion,
  toCreateTemplate,
  toDraft,
  toUpdateTemplate,
} from './template.input';
import {
  TemplateDetailView,
  TemplateVersionView,
  TemplateView,
  presentTemplate,
  presentTemplateDetail,
  presentTemplateVersion,
} from './template.presenter';

/** Manages templates, and begins campaigns with them. */
@Controller('api/v1/templates')
export class TemplatesController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List the templates',
    description: 'Lists templates of one kind without their messages, newest first.',
    answer: Type.Array(TemplateView),
  })
  async templates(
    @Caller() { userId }: User,
    @Query() query: TemplatesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const filter = {
      kind: query.kind ?? 'CAMPAIGN',
      ...(query.search !== undefined && { search: query.search }),
    };
    const templates = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('template.list', { userId, ...filter, ...slice }),
    );
    return { data: { templates: templates.map(presentTemplate) } };
  }

  @Post()
  @Operation({
    creates: 'template',
    summary: 'Create a template',
    description:
      'Stores the messages of one or more channels for later campaigns, or blocks or a layout for later emails. Requires a name and at least one message. With the kind BLOCKS or LAYOUT, it requires an `emailDesign` with at least one block, and allows only a name and an `engine` besides. The design of a layout has exactly one block of the type `slot`.',
    answer: TemplateDetailView,
    errors: ['quota_exceeded', 'media_not_found', 'layout_not_found'],
  })
  async createTemplate(
    @Caller() user: User,
    @Body() input: CreateTemplate,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const template = await this.messenger.request('template.create', toCreateTemplate(user, input));
    reply.header('location', `/api/v1/templates/${template.id}`);
    return { data: { createTemplate: presentTemplateDetail(template) } };
  }

  @Get(':templateId')
  @Operation({ summary: 'Read a template', answer: TemplateDetailView })
  async template(@Caller() { userId }: User, @Param('templateId', existing('template')) id: string) {
    const template = await this.messenger.request('template.get', { userId, id });
    return { data: { template: presentTemplateDetail(template) } };
  }

  @Patch(':templateId')
  @Operation({
    summary: 'Change a template',
    description:
      "Changes the given fields. Send `null` to remove a text or a message. Campaigns that began with the template keep their content. With `ifVersion`, the change applies only if the template hasn't changed since.",
    answer: TemplateDetailView,
    errors: ['template_changed', 'media_not_found', 'layout_not_found'],
  })
  async updateTemplate(
    @Caller() user: User,
    @Param('templateId', existing('template')) id: string,
    @Body() input: UpdateTemplate,
  ) {
    const template = await this.messenger.request('template.update', toUpdateTemplate(user, id, input));
    return { data: { updateTemplate: presentTemplateDetail(template) } };
  }

  @Delete(':templateId')
  @Operation({
    summary: 'Delete a template',
    description: 'Campaigns that began with the template keep their content.',
    answer: DeletedView,
  })
  async deleteTemplate(@Caller() user: User, @Param('templateId', existing('template')) id: string) {
    const command = { userId: user.userId, id, by: requestedBy(user) };
    const deleted = await this.messenger.request('template.delete', command);
    return { data: { deleteTemplate: presentDeleted(deleted) } };
  }

  @Get(':templateId/versions')
  @Operation({
    summary: 'List the earlier versions of a template',
    description: 'Lists up to 20 earlier versions without their messages, newest first.',
    answer: Type.Array(TemplateVersionView),
  })
  async templateVersions(
    @Caller() { userId }: User,
    @Param('templateId', existing('template')) id: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const versions = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('template.versions', { userId, id, ...slice }),
    );
    return { data: { templateVersions: versions.map(presentTemplateVersion) } };
  }

  @Get(':templateId/versions/:version')
  @Operation({ summary: 'Read an earlier version of a template', answer: TemplateDetailView })
  async templateVersion(
    @Caller() { userId }: User,
    @Param('templateId', existing('template')) id: string,
    @Param('version', existingVersion) version: string,
  ) {
    const command = { userId, id, version: Number(version) };
    const template = await this.messenger.request('template.version', command);
    return { data: { templateVersion: presentTemplateDetail(template) } };
  }

  @Post(':templateId/versions/:version/restore')
  @Operation({
    summary: 'Restore an earlier version of a template',
    description:
      "Replaces the messages of the template with those of the earlier version. This makes a new version. The name stays. With `ifVersion`, the change applies only if the template hasn't changed since.",
    answer: TemplateDetailView,
    errors: ['template_changed', 'media_not_found'],
  })
  @HttpCode(200)
  async restoreTemplate(
    @Caller() user: User,
    @Param('templateId', existing('template')) id: string,
    @Param('version', existingVersion) version: string,
    @Body() { ifVersion }: RestoreTemplate,
  ) {
    const template = await this.messenger.request('template.restore', {
      ...{ userId: user.userId, id, by: requestedBy(user), version: Number(version) },
      ...(ifVersion !== undefined && { ifVersion }),
    });
    return { data: { restoreTemplate: presentTemplateDetail(template) } };
  }

  @Post(':templateId/draft')
  @Operation({
    creates: 'campaign',
    summary: 'Create a draft with a template',
    description:
      'Creates a draft of a campaign with the name and the messages of the template. With a layout, the draft has no name, and an email without blocks in this layout. Later changes of the template do not change the draft.',
    answer: CampaignView,
    errors: ['quota_exceeded', 'layout_not_found'],
  })
  async draftWithTemplate(
    @Caller() { userId }: User,
    @Param('templateId', existing('template')) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const template = await this.messenger.request('template.get', { userId, id });
    const draft = await this.messenger.request('campaign.create-draft', {
      ...{ id: mintId(), userId, groups: [], ...toDraft(template) },
    });
    reply.header('location', `/api/v1/campaigns/${draft.id}`);
    return { data: { draftWithTemplate: presentCampaign(draft) } };
  }
}
