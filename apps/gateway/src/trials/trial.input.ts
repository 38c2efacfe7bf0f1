import type { Payload } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { User } from '../access/caller';
import { mintId } from '../idempotency/minting';
import { IsAddress, IsChannel, canonical, knownChannel } from '../input/channel';
import { IsExtraData } from '../input/extra-data';

export class TestCampaign {
  @IsChannel() readonly channel!: string;

  @ApiProperty({
    description: 'An address of the channel; it need be no subscriber’s',
    examples: ['ann@example.com'],
  })
  @IsAddress('channel')
  readonly identifier!: string;

  @IsExtraData()
  @IsOptional()
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
