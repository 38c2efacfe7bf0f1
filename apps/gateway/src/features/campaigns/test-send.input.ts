import type { Payload } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { User } from '../../security/caller';
import { mintId } from '../../http/idempotency/minting';
import { IsAddress, IsChannel, canonical, validChannel } from '../../http/input/channel';
import { IsExtraData } from '../../http/input/extra-data';
import { IsTranslation } from './translation.input';

export class TestCampaign {
  @IsChannel() readonly channel!: string;

  @ApiProperty({
    description: "An address of the channel. It doesn't have to belong to a subscriber",
    examples: ['ann@example.com'],
  })
  @IsAddress('channel')
  readonly identifier!: string;

  @IsExtraData()
  @IsOptional()
  readonly extraData?: Record<string, unknown> | null;

  @IsTranslation readonly translation?: string | null;
}

/** The command to send the requested message to the canonical address, with a new ID. */
export function toTest({ userId }: User, id: string, input: TestCampaign): Payload<'campaign.test'> {
  const channel = validChannel(input.channel);
  return {
    userId,
    id,
    testSendId: mintId(),
    channel,
    address: canonical(channel, input.identifier),
    extraData: input.extraData ?? {},
    ...(input.translation !== undefined && { translation: input.translation }),
  };
}
