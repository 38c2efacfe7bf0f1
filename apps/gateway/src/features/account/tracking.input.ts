import { type TrackingMode, trackingModes } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { OptionalNotNull } from '../../http/input/rule';
import { about, aboutConversions } from './tracking.presenter';

@ObjectSchema({ minProperties: 1, examples: [{ mode: 'FULL', conversions: true }] })
export class UpdateTracking {
  @ApiProperty({ description: about })
  @IsIn(trackingModes)
  @OptionalNotNull()
  readonly mode?: TrackingMode;

  @ApiProperty({ description: aboutConversions })
  @IsBoolean()
  @OptionalNotNull()
  readonly conversions?: boolean;
}
