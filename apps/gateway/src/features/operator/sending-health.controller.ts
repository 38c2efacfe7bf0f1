import { type SenderIdentity, type SendingHealth, senderProviders } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { Operation } from '../../openapi/operation';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

/** The state of all channels and senders. All keys are always present. */
const SendingHealthView = View('SendingHealth', {
  asOf: Time(),
  channels: Type.Array(
    Part({
      channel: ChannelName,
      workers: Count(2, { description: 'Workers with recent heartbeats' }),
      capacity: Count(32, { description: 'Batches that these workers can process at the same time' }),
      ready: Count(12, { description: 'Batches that wait for a worker' }),
      offered: Count(1, { description: 'Batches that are offered to workers' }),
      leased: Count(30, { description: 'Batches that workers are sending' }),
      recipients: Count(2_400, { description: 'Recipients of the waiting batches' }),
      oldestSeconds: Type.Number({
        description: 'How long the oldest waiting batch has been due, in seconds; 0: no batch waits',
        examples: [1.5],
      }),
    }),
  ),
  senders: Type.Array(
    Part({
      sender: OrNull(Id(), { description: "null: the operator's own mail server" }),
      user: OrNull(Id(), { description: "null: the operator's own mail server, or the sender was deleted" }),
      name: OrNull(Text('Our mail server')),
      provider: OrNull(OneOf(senderProviders, { examples: ['SMTP'] })),
      channel: ChannelName,
      account: OrNull(Id(), { description: 'The provider account' }),
      accountName: OrNull(Text('smtp.example.com · ann')),
      isAccountPaused: Type.Boolean(),
      sent: Count(4_210, { description: 'Messages that the provider accepted, in batches of the last hour' }),
      failed: Count(12, { description: 'Messages that the provider rejected' }),
      unconfirmed: Count(0, { description: 'Messages whose result is unknown' }),
      unusable: OrNull(
        Part({
          reason: Text('CONNECTION_REFUSED'),
          providerCode: OrNull(Text('535 5.7.8')),
          since: Time(),
          nextTryAt: Time({ description: 'When Carillon tries the sender with one recipient' }),
        }),
        { description: 'Why the sender is currently unusable. null: the sender works' },
      ),
    }),
    { description: 'At most 200 senders: unusable senders first, then the senders with the most failures' },
  ),
  others: Count(0, { description: 'The number of further senders' }),
});

interface Reported {
  health: SendingHealth;
  identities: readonly SenderIdentity[];
}

const present = presenter(SendingHealthView, ({ health, identities }: Reported) => ({
  ...health,
  senders: health.senders.map(({ senderId, ...numbers }) => {
    const known = identities.find(({ id }) => id === senderId);
    return {
      ...numbers,
      ...{ sender: senderId === 'default' ? null : senderId, user: known?.userId ?? null },
      ...{ name: known?.name ?? null, provider: known?.provider ?? null },
      ...{ account: known?.account?.id ?? null, accountName: known?.account?.name ?? null },
      isAccountPaused: known?.account?.pausedAt !== undefined,
    };
  }),
}));

/** Whether the system sends, and which senders of any user don't work. */
@Controller('api/v1/operator/health')
export class SendingHealthController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({
    key: 'sendingHealth',
    summary: 'Read the state of sending',
    description:
      'Shows the workers and the waiting work of each channel, the unusable senders of all users, and the messages of each sender in the last hour. A response can be a few seconds old.',
    answer: SendingHealthView,
  })
  async sendingHealth() {
    const health = await this.messenger.request('dispatch.health', {});
    const ids = health.senders.map(({ senderId }) => senderId);
    const { items } = await this.messenger.request('sender.identities', { ids });
    return { data: { sendingHealth: present({ health, identities: items }) } };
  }
}
