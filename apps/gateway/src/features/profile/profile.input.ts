import { ApiProperty } from '@nestjs/swagger';
import { IsText } from '../../http/input/texts';
import { IsNewPassword, IsPassword, MAX_CODE, passwordExample } from '../credentials';

export class UpdateProfile {
  @ApiProperty({ examples: ['Ada Lovelace'] })
  @IsText({ max: 100 })
  readonly name!: string;
}

export class ConfirmedByPassword {
  @ApiProperty(passwordExample)
  @IsPassword()
  readonly currentPassword!: string;
}

export class ChangePassword extends ConfirmedByPassword {
  @ApiProperty({ examples: ['another horse battery'] })
  @IsNewPassword()
  readonly password!: string;
}

export class DeleteIdentity extends ConfirmedByPassword {
  @ApiProperty({ examples: ['https://id.example.com'] })
  @IsText({ max: 1_000 })
  readonly issuer!: string;
}

export class ConfirmSecondFactor {
  @ApiProperty({ examples: ['287082'] })
  @IsText({ max: MAX_CODE })
  readonly code!: string;
}
