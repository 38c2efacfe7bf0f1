import { type Language, languages } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ObjectSchema } from '../../http/input/input-schema';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsId } from '../../http/input/texts';
import { about } from './notification.presenter';

const MAX_IDS = 100;

@ObjectSchema({ minProperties: 1, examples: [{ until: '6560f0a1b2c3d4e5f6a7b8c9' }] })
export class MarkNotificationsRead {
  @ApiProperty({ description: 'These notifications' })
  @IsListOf(IsId, MAX_IDS)
  @OptionalNotNull()
  readonly ids?: string[];

  @ApiProperty({ description: 'This notification and all earlier ones' })
  @IsId()
  @OptionalNotNull()
  readonly until?: string;
}

const IsChoice = (description: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ description }), IsBoolean(), OptionalNotNull());

@ObjectSchema({ minProperties: 1, examples: [{ finished: true }] })
export class UpdateNotificationSettings {
  @ApiProperty({ description: about.language })
  @IsIn(languages)
  @OptionalNotNull()
  readonly language?: Language;

  @IsChoice(about.paused) readonly paused?: boolean;
  @IsChoice(about.finished) readonly finished?: boolean;
  @IsChoice(about.bounces) readonly bounces?: boolean;
  @IsChoice(about.approvals) readonly approvals?: boolean;
  @IsChoice(about.comments) readonly comments?: boolean;
}
