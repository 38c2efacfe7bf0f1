import { type Payload, type TestSendState, channels } from '@carillon/contracts';
import type { Static } from '@sinclair/typebox';
import { Id, OneOf, Text, View } from '../../openapi/view';

const states: readonly TestSendState[] = ['SENT', 'FAILED', 'UNCONFIRMED'];

export const TestView = View('Test', {
  _id: Id(),
  channel: OneOf(channels),
  identifier: Text('ann@example.com'),
  state: OneOf(states, { description: 'UNCONFIRMED: it is unknown whether the provider accepted it' }),
});
export type TestView = Static<typeof TestView>;

export function presentTest(
  { testSendId, channel, address }: Payload<'campaign.test'>,
  state: TestSendState,
): TestView {
  return { _id: testSendId, channel, identifier: address, state };
}
