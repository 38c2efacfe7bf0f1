import { type Static, Type } from '@sinclair/typebox';
import { Channel, type ChannelWord, channelRow, channels } from './channels';
import { type CommandDefinition, command } from './define';
import { DispatchContent } from './dispatch';
import { Id, Variables } from './field-types';
import { HandRecipient } from './hand';

/** What became of a trial, as far as its provider has said. */
export const TrialState = Type.Union([
  Type.Literal('SENT'),
  Type.Literal('FAILED'),
  Type.Literal('UNCONFIRMED'),
]);
export type TrialState = Static<typeof TrialState>;

const TrialResult = Type.Object({ state: TrialState });

/** Milliseconds: how long a provider may take over a trial, and how long whoever asks for one waits. */
export const TRIAL_SEND_MS = 13_000;
const SEND_TIMEOUT_MS = TRIAL_SEND_MS + 3_000;
const TEST_TIMEOUT_MS = SEND_TIMEOUT_MS + 8_000;

/**
 * One message of a campaign to one recipient, outside of any run of it. `content` and `recipient` bear the trial's id in place
 * of a campaign's and a subscriber's, so that nothing takes it for a delivery of theirs. `turn` is this very request's, see
 * `trial.begin`.
 */
const Trial = Type.Object({
  trialId: Id,
  turn: Id,
  userId: Id,
  integrationId: Type.String(),
  content: DispatchContent,
  recipient: HandRecipient,
});
export type Trial = Static<typeof Trial>;

type SendOneName = `${ChannelWord}.send-one`;

/** The command that has a channel's worker send a trial. */
export function sendOneOf(channel: Channel): SendOneName {
  return `${channelRow(channel).word}.send-one`;
}

const sendOnes = Object.fromEntries(
  channels.map((channel) => [
    sendOneOf(channel),
    command(channelRow(channel).worker, Trial, TrialResult, { timeoutMs: SEND_TIMEOUT_MS }),
  ]),
) as Record<SendOneName, CommandDefinition<typeof Trial, typeof TrialResult>>;

export const trialMessages = {
  /** `address` is canonical. The same `trialId` again sends nothing again, if anything may have been sent. */
  'campaign.test': command(
    'campaign',
    Type.Object({
      userId: Id,
      id: Id,
      trialId: Id,
      channel: Channel,
      address: Type.String(),
      extraData: Variables,
    }),
    TrialResult,
    { timeoutMs: TEST_TIMEOUT_MS },
  ),
  /** A worker is about to hand a trial to its provider: granted once, and not if nobody waits for this turn any more. */
  'trial.begin': command(
    'campaign',
    Type.Object({ trialId: Id, turn: Id }),
    Type.Object({ granted: Type.Boolean() }),
  ),
  ...sendOnes,
};
