import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { OptionalNotNull } from '../../http/input/rule';
import { IsUtmValue } from '../../http/input/utm';

@ObjectSchema({ minProperties: 1, examples: [{ isOn: true, source: 'newsletter' }] })
export class UpdateUtm {
  @ApiProperty({ description: 'Adds the parameters to the links in emails' })
  @IsBoolean()
  @OptionalNotNull()
  readonly isOn?: boolean;

  @ApiProperty({ description: 'The value of `utm_source`', examples: ['newsletter'] })
  @IsUtmValue()
  @OptionalNotNull()
  readonly source?: string;

  @ApiProperty({ description: 'The value of `utm_medium`', examples: ['email'] })
  @IsUtmValue()
  @OptionalNotNull()
  readonly medium?: string;

  @ApiProperty({ description: 'The value of `utm_campaign`; null: the name of the campaign' })
  @IsUtmValue()
  @IsOptional()
  readonly campaign?: string | null;
}
