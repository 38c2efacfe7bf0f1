import { type Sender, type SenderCheck, channelRow, mailProviders } from '@carillon/contracts';
import { readChannel } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { needScope } from '../../security/authenticator';
import { Caller, NeedsScope, type User, askedBy } from '../../security/caller';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { ChannelName, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';
import { Lists } from '../../http/paging/lists';
import { webhookPath } from '../callbacks';
import { IntegrationCommands } from './integration-commands';
import {
  CreateIntegration,
  IntegrationsQuery,
  TestIntegration,
  UpdateIntegration,
} from './integration.input';
import { settingsSchemas } from './settings';

const statuses = ['UNTESTED', 'OK', 'FAILING'] as const satisfies Sender['status'][];

/** A user's credentials for a channel. Of each secret only the last four characters are shown. */
const IntegrationView = View('Integration', {
  _id: Id(),
  user: Id(),
  channel: ChannelName,
  name: Text('Our mail server'),
  settings: Type.Unsafe<Record<string, unknown>>(settingsSchemas.anyShown),
  secrets: Type.Record(Type.String(), Type.String(), {
    description: 'The last characters of each secret, by its name',
    examples: [{ password: '…aple' }],
  }),
  ratePerSecond: OrNull(Type.Number({ exclusiveMinimum: 0 }), {
    description: 'The effective rate, set or the default of the channel; null: unlimited',
  }),
  webhookUrl: OrNull(
    Text('https://carillon.example.com/api/v1/callbacks/email/ses/6560f0a1b2c3d4e5f6a7b8c9'),
    {
      description:
        'With `feedbackProvider`: the address to configure there for what becomes of mails; else null',
    },
  ),
  status: OneOf(statuses, { description: 'The result of the last test' }),
  statusReason: OrNull(Text('LOGIN')),
  checkedAt: OrNull(Time()),
  createdAt: Time(),
  updatedAt: Time(),
});

/** What a provider said when an integration was tried. */
const CheckView = View('SenderCheck', {
  ok: Type.Boolean({ examples: [true] }),
  reason: OrNull(Text('LOGIN')),
  providerCode: OrNull(Text('535')),
  detail: OrNull(Text('The server refused the user name or the password')),
  checkedAt: Time(),
});

/** An integration, with the address of this installation that its provider calls. */
type Shown = Sender & { publicUrl: string };

const presentIntegration = presenter(IntegrationView, ({ publicUrl, ...integration }: Shown) => ({
  ...integration,
  _id: integration.id,
  user: integration.userId,
  ratePerSecond: integration.ratePerSecond ?? channelRow(integration.channel).ratePerSecond,
  webhookUrl: webhookUrlOf(integration, publicUrl),
}));

function webhookUrlOf({ id, settings }: Sender, publicUrl: string): string | null {
  const provider = mailProviders.find((each) => each === settings.feedbackProvider);
  return provider === undefined ? null : publicUrl + webhookPath(provider, id);
}

/** What a provider said: one that refuses is `ok: false`, not an error. */
const presentCheck = presenter(CheckView, (check: SenderCheck) => check);

@Controller('api/v1/integrations')
export class IntegrationsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly commands: IntegrationCommands,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Operation({ summary: 'List the integrations', answer: Type.Array(IntegrationView) })
  async integrations(
    @Caller() { userId }: User,
    @Query() query: IntegrationsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const channel = readChannel(query.channel) ?? null;
    const integrations = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('sender.list', { userId, channel, ...slice }),
    );
    return { data: { integrations: integrations.map((each) => this.present(each)) } };
  }

  @Post()
  @NeedsScope('admin')
  @Operation({
    creates: 'integration',
    summary: 'Create an integration',
    description: 'Creates an integration with a provider of your own; one for each channel.',
    answer: IntegrationView,
    errors: ['integration_exists'],
  })
  async createIntegration(
    @Caller() user: User,
    @Body() input: CreateIntegration,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const command = this.commands.create(user, input);
    const integration = await this.messenger.request('sender.create', command);
    reply.header('location', `/api/v1/integrations/${integration.id}`);
    return { data: { createIntegration: this.present(integration) } };
  }

  @Get(':id')
  @Operation({ summary: 'Read an integration', answer: IntegrationView })
  async integration(@Caller() { userId }: User, @Param('id', existing('integration')) id: string) {
    const integration = await this.messenger.request('sender.get', { userId, id });
    return { data: { integration: this.present(integration) } };
  }

  @Patch(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Change an integration',
    description:
      'Changes the given settings. A secret that is not given stays; `null` removes an optional setting.',
    answer: IntegrationView,
  })
  async updateIntegration(
    @Caller() user: User,
    @Param('id', existing('integration')) id: string,
    @Body() change: UpdateIntegration,
  ) {
    const command = await this.commands.update(user, id, change);
    const integration = await this.messenger.request('sender.update', command);
    return { data: { updateIntegration: this.present(integration) } };
  }

  @Delete(':id')
  @NeedsScope('admin')
  @Operation({
    summary: 'Delete an integration',
    answer: DeletedView,
    errors: ['integration_in_use'],
  })
  async deleteIntegration(@Caller() user: User, @Param('id', existing('integration')) id: string) {
    const command = { by: askedBy(user), userId: user.userId, id };
    const deleted = await this.messenger.request('sender.delete', command);
    return { data: { deleteIntegration: presentDeleted(deleted) } };
  }

  @Post(':id/test')
  @NeedsScope('admin')
  @Operation({
    summary: 'Test an integration',
    description:
      'Tests the login, and with an `identifier` sends one message to it, for which the key also needs the scope `send`. A refusal by the provider is `ok: false`, not an error.',
    answer: CheckView,
  })
  @HttpCode(200)
  async testIntegration(
    @Caller() user: User,
    @Param('id', existing('integration')) id: string,
    @Body() input: TestIntegration,
  ) {
    if (input.identifier !== undefined) needScope(user, 'send');
    const command = await this.commands.test(user.userId, id, input);
    const check = await this.messenger.request('sender.test', command);
    return { data: { testIntegration: presentCheck(check) } };
  }

  private present(integration: Sender) {
    return presentIntegration({ ...integration, publicUrl: this.config.PUBLIC_URL });
  }
}
