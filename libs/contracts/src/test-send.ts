import { type Static, Type } from '@sinclair/typebox';
import { Channel, type ChannelName, channelRow, channels } from './channels';
import { type CommandDefinition, command } from './define';
import { PublishedContent } from './dispatch';
import { Id, Nullable, Variables } from './field-types';
import { LeasedRecipient } from './lease';

/** The state of a test send, as far as its provider has reported it. */
export const TestSendState = Type.Union([
  Type.Literal('SENT'),
  Type.Literal('FAILED'),
  Type.Literal('UNCONFIRMED'),
]);
export type TestSendState = Static<typeof TestSendState>;

const TestSendResult = Type.Object({ state: TestSendState });

/** How long a provider may take for a test send, and how long its caller waits (milliseconds). */
export const TEST_SEND_MS = 13_000;
const SEND_TIMEOUT_MS = TEST_SEND_MS + 3_000;
const TEST_TIMEOUT_MS = SEND_TIMEOUT_MS + 8_000;

/**
 * One message of a campaign to one recipient, outside of any run. `content` and `recipient` contain the ID of the test
 * send instead of a campaign's and a subscriber's, so that it isn't mistaken for a delivery. `turn` identifies this
 * request, see `test-send.begin`.
 */
const TestSend = Type.Object({
  testSendId: Id,
  turn: Id,
  userId: Id,
  senderId: Type.String(),
  content: PublishedContent,
  recipient: LeasedRecipient,
});
export type TestSend = Static<typeof TestSend>;

type SendOneName = `${ChannelName}.send-one`;

/** The command that makes a channel's worker send a test send. */
export function sendOneOf(channel: Channel): SendOneName {
  return `${channelRow(channel).name}.send-one`;
}

const sendOnes = Object.fromEntries(
  channels.map((channel) => [
    sendOneOf(channel),
    command(channelRow(channel).worker, TestSend, TestSendResult, { timeoutMs: SEND_TIMEOUT_MS }),
  ]),
) as Record<SendOneName, CommandDefinition<typeof TestSend, typeof TestSendResult>>;

export const testSendMessages = {
  /**
   * `address` is canonical. `translation`: as for campaign.preview. If the message may have been sent, a repeated
   * `testSendId` doesn't send it again.
   */
  'campaign.test': command(
    'campaign',
    Type.Object({
      userId: Id,
      id: Id,
      testSendId: Id,
      channel: Channel,
      address: Type.String(),
      extraData: Variables,
      translation: Type.Optional(Nullable(Type.String())),
    }),
    TestSendResult,
    { timeoutMs: TEST_TIMEOUT_MS },
  ),
  /**
   * A worker is about to pass a test send to its provider: granted once, and only while a caller waits for this turn.
   */
  'test-send.begin': command(
    'campaign',
    Type.Object({ testSendId: Id, turn: Id }),
    Type.Object({ granted: Type.Boolean() }),
  ),
  ...sendOnes,
};
