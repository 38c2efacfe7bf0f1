import { type Payload, type TrialState, channels } from '@carillon/contracts';
import type { Static } from '@sinclair/typebox';
import { Id, OneOf, Text, View } from '../openapi/view';

const states: readonly TrialState[] = ['SENT', 'FAILED', 'UNCONFIRMED'];

export const TestView = View('Test', {
  _id: Id(),
  channel: OneOf(channels),
  identifier: Text('ann@example.com'),
  state: OneOf(states, { description: 'UNCONFIRMED: nobody can know whether the provider took it' }),
});
export type TestView = Static<typeof TestView>;

export function presentTest(
  { trialId, channel, address }: Payload<'campaign.test'>,
  state: TrialState,
): TestView {
  return { _id: trialId, channel, identifier: address, state };
}
