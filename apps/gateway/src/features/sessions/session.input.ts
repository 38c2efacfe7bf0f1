import { ApiProperty } from '@nestjs/swagger';
import { IsMailbox } from '../../http/input/channel';
import { OptionalNotNull } from '../../http/input/rule';
import { IsId, IsText } from '../../http/input/texts';
import { IsPassword, MAX_CODE, passwordExample } from '../credentials';

export class CreateSession {
  @IsMailbox()
  readonly email!: string;

  @ApiProperty(passwordExample)
  @IsPassword()
  readonly password!: string;

  @ApiProperty({ description: 'A second-factor code, or a recovery code', examples: ['287082'] })
  @IsText({ max: MAX_CODE })
  @OptionalNotNull()
  readonly code?: string;

  @ApiProperty({ description: 'Absent: the account that the person has belonged to for the longest time' })
  @IsId()
  @OptionalNotNull()
  readonly account?: string;
}

export class UpdateSession {
  @ApiProperty({ description: 'Another account that you belong to' })
  @IsId()
  readonly account!: string;
}
