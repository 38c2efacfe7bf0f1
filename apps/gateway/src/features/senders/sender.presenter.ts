import {
  type Sender,
  type SenderCheck,
  accountRestrictions,
  channelRow,
  numberQualities,
  senderProviders,
  webhookPath,
  webhookProviderOf,
} from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { RampUpView, presentRampUp } from './ramp-up.presenter';
import { settingsSchemas } from './settings';

const statuses = ['UNTESTED', 'OK', 'FAILING'] as const satisfies Sender['status'][];

/** The common fields of senders and integrations. Only the last four characters of each secret are shown. */
export const sharedProperties = {
  _id: Id(),
  user: Id(),
  channel: ChannelName,
  name: Text('Our mail server'),
  settings: Type.Unsafe<Record<string, unknown>>(settingsSchemas.anyShown),
  secrets: Type.Record(Type.String(), Type.String(), {
    description: 'The last characters of each secret, by name',
    examples: [{ password: '…aple' }],
  }),
  ratePerSecond: OrNull(Type.Number({ exclusiveMinimum: 0 }), {
    description:
      'The effective rate: the configured rate, or the default rate of the channel; null: unlimited',
  }),
  webhookUrl: OrNull(
    Text('https://carillon.example.com/api/v1/callbacks/email/ses/6560f0a1b2c3d4e5f6a7b8c9'),
    {
      description:
        'The URL to enter at the provider, so that the provider reports what happens to messages. Null, unless the provider of the sender reports through webhooks, or `feedbackProvider` is set',
    },
  ),
  status: OneOf(statuses, { description: 'The result of the last test' }),
  statusReason: OrNull(Text('LOGIN')),
  checkedAt: OrNull(Time()),
  createdAt: Time(),
  updatedAt: Time(),
};

/** A user's account at a provider of a channel. */
export const SenderView = View('Sender', {
  ...sharedProperties,
  provider: OneOf(senderProviders, {
    examples: ['SMTP'],
    description: 'The provider that sends the messages',
  }),
  isDefault: Type.Boolean({
    description: 'Whether campaigns that name no sender for the channel use this sender',
  }),
  isPaused: Type.Boolean({
    description: 'Whether campaigns wait until you resume the sender',
    examples: [false],
  }),
  rampUp: OrNull(RampUpView, { description: 'The daily limits of an email sender; null: none' }),
  webhookVerifyToken: OrNull(Text('Zk3rGd0mX1a9Q2s7Vb5nT8yUwLcEj4Hf'), {
    description:
      'The verify token to enter at the provider together with `webhookUrl`. Null unless the provider is META',
  }),
  standing: OrNull(
    Part({
      number: OrNull(Text('+15550783881'), { description: 'The phone number that recipients see' }),
      quality: OrNull(OneOf(numberQualities), {
        description: 'The quality rating of the number, based on how people react to its messages',
      }),
      messagingLimit: OrNull(Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('UNLIMITED')]), {
        description: 'The number of people with whom the account can start conversations in 24 hours',
        examples: [2000],
      }),
      restriction: OrNull(OneOf(accountRestrictions), {
        description:
          'RESTRICTED: the account cannot start conversations. DISABLED: the account cannot send messages',
      }),
      restrictedUntil: OrNull(Time(), { description: 'When the restriction ends; null: unknown' }),
      at: Time(),
    }),
    {
      description:
        'The rating and the limits of the sender at the provider; null: unknown. Only META reports them',
    },
  ),
});

/** The provider's response to a test. */
export const CheckView = View('SenderCheck', {
  ok: Type.Boolean({ examples: [true] }),
  reason: OrNull(Text('LOGIN')),
  providerCode: OrNull(Text('535')),
  detail: OrNull(Text('The server refused the username or the password')),
  checkedAt: Time(),
});

/** A sender, with the URL of this installation that its provider calls, and the token that verifies the URL. */
export type Shown = Sender & { publicUrl: string; verifyToken: string };

export function shown({ publicUrl, ...sender }: Sender & { publicUrl: string }) {
  return {
    ...sender,
    _id: sender.id,
    user: sender.userId,
    ratePerSecond: sender.ratePerSecond ?? channelRow(sender.channel).ratePerSecond,
    webhookUrl: webhookUrlOf(sender, publicUrl),
  };
}

export const presentSender = presenter(SenderView, (sender: Shown) => ({
  ...shown(sender),
  isPaused: sender.isPaused === true,
  rampUp: sender.rampUp ? presentRampUp(sender.rampUp) : null,
  webhookVerifyToken: sender.provider === 'META' ? sender.verifyToken : null,
  standing: sender.standing ?? null,
}));

function webhookUrlOf(sender: Sender, publicUrl: string): string | null {
  const provider = webhookProviderOf(sender);
  return provider === undefined ? null : publicUrl + webhookPath(provider, sender.id);
}

/** The provider's response. A rejection is `ok: false`, not an error. */
export const presentCheck = presenter(CheckView, (check: SenderCheck) => check);
