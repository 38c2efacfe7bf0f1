import { type Static, Type } from '@sinclair/typebox';
import { Channel, type ChannelWord, channelRow, channels } from './channels';
import { type CommandDefinition, command } from './define';
import { PublishedContent } from './dispatch';
import { Id, Variables } from './field-types';
import { LeasedRecipient } from './lease';

/** What became of a testSend, as far as its provider has said. */
export const TestSendState = Type.Union([
  Type.Literal('SENT'),
  Type.Literal('FAILED'),
  Type.Literal('UNCONFIRMED'),
]);
export type TestSendState = Static<typeof TestSendState>;

const TestSendResult = Type.Object({ state: TestSendState });

/** Milliseconds: how long a provider may take over a testSend, and how long whoever asks for one waits. */
export const TEST_SEND_MS = 13_000;
const SEND_TIMEOUT_MS = TEST_SEND_MS + 3_000;
const TEST_TIMEOUT_MS = SEND_TIMEOUT_MS + 8_000;

/**
 * One message of a campaign to one recipient, outside of any run of it. `content` and `recipient` bear the test send's id in place
 * of a campaign's and a subscriber's, so that nothing takes it for a delivery of theirs. `turn` is this very request's, see
 * `test-send.begin`.
 */
const TestSend = Type.Object({
  testSendId: Id,
  turn: Id,
  userId: Id,
  integrationId: Type.String(),
  content: PublishedContent,
  recipient: LeasedRecipient,
});
export type TestSend = Static<typeof TestSend>;

type SendOneName = `${ChannelWord}.send-one`;

/** The command that has a channel's worker send a testSend. */
export function sendOneOf(channel: Channel): SendOneName {
  return `${channelRow(channel).word}.send-one`;
}

const sendOnes = Object.fromEntries(
  channels.map((channel) => [
    sendOneOf(channel),
    command(channelRow(channel).worker, TestSend, TestSendResult, { timeoutMs: SEND_TIMEOUT_MS }),
  ]),
) as Record<SendOneName, CommandDefinition<typeof TestSend, typeof TestSendResult>>;

export const testSendMessages = {
  /** `address` is canonical. The same `testSendId` again sends nothing again, if anything may have been sent. */
  'campaign.test': command(
    'campaign',
    Type.Object({
      userId: Id,
      id: Id,
      testSendId: Id,
      channel: Channel,
      address: Type.String(),
      extraData: Variables,
    }),
    TestSendResult,
    { timeoutMs: TEST_TIMEOUT_MS },
  ),
  /** A worker is about to pass a test send to its provider: granted once, and not if nobody waits for this turn any more. */
  'test-send.begin': command(
    'campaign',
    Type.Object({ testSendId: Id, turn: Id }),
    Type.Object({ granted: Type.Boolean() }),
  ),
  ...sendOnes,
};
