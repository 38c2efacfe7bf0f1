import { type TrackingMode, trackingModes } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { about } from './tracking.presenter';

@ObjectSchema({})
export class UpdateTracking {
  @ApiProperty({ description: about })
  @IsIn(trackingModes)
  readonly mode!: TrackingMode;
}
