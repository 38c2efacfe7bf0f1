import { type MemberRole, memberRoles } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsMailbox } from '../../http/input/channel';
import { IsText } from '../../http/input/texts';
import { IsNewPassword } from '../credentials';

export class UpdateMember {
  @ApiProperty({ examples: ['sender'] })
  @IsIn(memberRoles)
  readonly role!: MemberRole;
}

export class CreateInvitation {
  @IsMailbox()
  readonly email!: string;

  @ApiProperty({ examples: ['editor'] })
  @IsIn(memberRoles)
  readonly role!: MemberRole;
}

export class CreateMember extends CreateInvitation {
  @ApiProperty({ examples: ['Ada Lovelace'] })
  @IsText({ max: 100 })
  readonly name!: string;

  @ApiProperty({
    description: 'People who already have a login keep their name and password',
    examples: ['correct horse battery'],
  })
  @IsNewPassword()
  readonly password!: string;
}
