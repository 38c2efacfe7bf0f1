import type { Payload } from '@carillon/contracts';
import type { User } from '../access/caller';
import { address, canonical, channel, knownChannel, readChannel } from '../checks/channel';
import { extraData } from '../checks/extra-data';
import { OptionalOrNull, Required } from '../checks/rule';
import { mintId } from '../idempotency/minting';

export class TestCampaign {
  @Required(channel)
  readonly channel!: string;

  @Required(address((owner) => readChannel(Reflect.get(owner, 'channel'))), {
    description: 'An address of the channel; it need be no subscriber’s',
    examples: ['ann@example.com'],
  })
  readonly identifier!: string;

  @OptionalOrNull(extraData)
  readonly extraData?: Record<string, unknown> | null;
}

/** The command to send the one message that was asked for, under an id of its own, to the canonical address. */
export function toTest({ userId }: User, id: string, input: TestCampaign): Payload<'campaign.test'> {
  const known = knownChannel(input.channel);
  return {
    userId,
    id,
    trialId: mintId(),
    channel: known,
    address: canonical(known, input.identifier),
    extraData: input.extraData ?? {},
  };
}
