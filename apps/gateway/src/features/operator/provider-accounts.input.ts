import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { IsNumberWithin, OptionalNotNull } from '../../http/input/rule';

@ObjectSchema({ minProperties: 1, examples: [{ isPaused: true }, { ratePerSecond: 50 }] })
export class UpdateProviderAccount {
  @ApiProperty({ description: 'Whether all campaigns that use the account wait' })
  @IsBoolean()
  @OptionalNotNull()
  readonly isPaused?: boolean;

  @ApiProperty({
    description:
      'The limit of messages per second for all senders that use the account together. null: no limit',
  })
  @IsNumberWithin({ min: 1 / 60, max: 10_000 })
  @IsOptional()
  readonly ratePerSecond?: number | null;
}
