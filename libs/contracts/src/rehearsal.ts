import { type Static, Type } from '@sinclair/typebox';
import { type SendingProfile, directRoutesOf, usualSender } from './account';
import type { AudienceMember } from './audience';
import { Campaign } from './campaign';
import { Channel, PerChannel, channelRow, channels } from './channels';
import { Engine } from './content';
import { command, count } from './define';
import { Id, Nullable, Timestamp } from './field-types';
import { PricedMessages } from './price';
import { DeliveryReason } from './reasons';
import { Audience } from './segment';

/**
 * Why nobody gets the message of a campaign on a channel; null: it is sent. Takes precedence over `memberSkipReason`.
 */
export function channelSkipReason(
  channel: Channel,
  withMessage: readonly Channel[],
  routes: SendingProfile['routes'],
): 'NO_MESSAGE' | 'NO_INTEGRATION' | null {
  if (!withMessage.includes(channel)) return 'NO_MESSAGE';
  return routes[channel] ? null : 'NO_INTEGRATION';
}

/** Why a campaign skips a member; null: the member gets the message. */
export function memberSkipReason({
  excluded,
  suppressed,
  skipReason,
}: {
  [K in 'excluded' | 'suppressed' | 'skipReason']?: AudienceMember[K] | undefined;
}): DeliveryReason | null {
  if (excluded) return 'EXCLUDED';
  return suppressed ? (skipReason ?? 'SUPPRESSED') : null;
}

/** A recipient, as an example. `personId` null: the address belongs to no person. */
const Example = Type.Object({
  personId: Nullable(Id),
  subscriberId: Id,
  address: Type.String(),
  name: Nullable(Type.String()),
});
export type Example = Static<typeof Example>;

/** What a campaign would send, and to which countries. */
interface Rehearsed {
  channels: Record<Channel, { reached: number }>;
  sms: { segments: number } | null;
  countries?: readonly PricedMessages[];
}

/** Of a pool, the provider of its first sender without rules. */
function usualProviderOf(route: SendingProfile['routes'][Channel]): PricedMessages['provider'] {
  if (!route) return null;
  const usual = usualSender(route);
  return directRoutesOf(route).find(({ senderId }) => senderId === usual)?.provider ?? null;
}

/** The messages that a campaign would send, for their price. `isMms`: an MMS has no segments. */
export function expectedMessages(
  { channels: counts, sms, countries }: Rehearsed,
  routes: SendingProfile['routes'],
  isMms: boolean,
): PricedMessages[] {
  const unknown = channels.flatMap((channel): PricedMessages[] => {
    const { reached: messages } = counts[channel];
    if (messages === 0 || (countries && channelRow(channel).address === 'phone')) return [];
    const units = channel === 'SMS' ? (sms?.segments ?? messages) : messages;
    return [{ channel, provider: null, country: null, messages, units }];
  });
  return [...unknown, ...(countries ?? [])].map((row) => ({
    ...row,
    provider: usualProviderOf(routes[row.channel]),
    units: row.channel === 'SMS' && isMms ? row.messages : row.units,
  }));
}

/** Recipients who don't get the message: it isn't sent to them (SKIPPED), or can't be sent (FAILED). */
const Unreached = Type.Object({
  state: Type.Union([Type.Literal('SKIPPED'), Type.Literal('FAILED')]),
  reason: DeliveryReason,
  count: Type.Integer(),
  people: Type.Array(Example),
});
export type Unreached = Static<typeof Unreached>;

/** `members`: memberships, of which several can have the same address. `total` is `reached` plus all `unreached`. */
const RehearsedChannel = Type.Object({
  members: Type.Integer(),
  total: Type.Integer(),
  reached: Type.Integer(),
  unreached: Type.Array(Unreached),
});

/** A reason why a campaign can't be published: the error that publishing would respond with. */
const CampaignProblem = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  fields: Type.Array(Type.Object({ field: Type.String(), code: Type.String(), detail: Type.String() })),
});

export const rehearsalMessages = {
  /**
   * What a campaign would do with each recipient if it were planned now, by the rules of planning. `skipped`: why
   * nobody gets the message on a channel. `texts`: complete messages to phones, which are filled in for each recipient.
   * `isComplete` false: at least so many, because the rehearsal takes longer. Ask again for the rest.
   */
  'audience.rehearse': count(
    'subscriber',
    Type.Object({
      userId: Id,
      groupIds: Type.Array(Id),
      /** Absent: only the groups. */
      audience: Type.Optional(Audience),
      skipped: PerChannel(Nullable(DeliveryReason)),
      needed: Type.Array(Type.Object({ channel: Channel, key: Type.String() })),
      texts: Type.Array(Type.Object({ channel: Channel, text: Type.String() })),
      /** The language of the texts. Absent: placeholders. */
      engine: Type.Optional(Engine),
    }),
    Type.Object({
      /** When the rehearsal began. Segments and pauses of messages are evaluated as of this time. */
      asOf: Timestamp,
      isComplete: Type.Boolean(),
      channels: PerChannel(RehearsedChannel),
      /** Keys without a value, and for how many of the recipients who get the message. */
      missing: Type.Array(
        Type.Object({
          channel: Channel,
          key: Type.String(),
          count: Type.Integer(),
          people: Type.Array(Example),
        }),
      ),
      /** Null: there is no text for SMS. */
      sms: Nullable(Type.Object({ segments: Type.Integer(), longest: Type.Integer() })),
      /** Reached recipients to whom WhatsApp accepts no free text now. Null: there is no text for WhatsApp. */
      outsideWindow: Nullable(Type.Integer()),
      /** The reached recipients with phones, by country. Absent: a process of an earlier release counted. */
      countries: Type.Optional(
        Type.Array(Type.Object({ ...PricedMessages.properties, provider: Type.Null() })),
      ),
    }),
  ),
  /**
   * A draft or a scheduled campaign, and everything that prevents publishing it. Errors: campaign_wrong_status for any
   * other campaign.
   */
  'campaign.check': command(
    'campaign',
    Type.Object({ userId: Id, id: Id }),
    Type.Object({ campaign: Campaign, problems: Type.Array(CampaignProblem) }),
    { timeoutMs: 10_000 },
  ),
};
