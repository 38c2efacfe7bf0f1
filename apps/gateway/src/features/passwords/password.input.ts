import { ApiProperty } from '@nestjs/swagger';
import { IsMailbox } from '../../http/input/channel';
import { Holds, OptionalNotNull, stringRule } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { IsNewPassword } from '../credentials';

export const MAX_NAME = 100;
const MAX_TOKEN = 200;

export class ForgottenPassword {
  @IsMailbox()
  readonly email!: string;
}

const tokenSchema = { minLength: 1, maxLength: MAX_TOKEN, examples: ['pV1c8y0m2Wq…'] };
const tokenRule = stringRule(tokenSchema, (text) =>
  text.length > 0 && text.length <= MAX_TOKEN
    ? []
    : [{ field: '', code: text === '' ? 'empty' : 'too_long', detail: 'This is not the token of a link' }],
);

export class SetPassword {
  @ApiProperty({ description: 'The last part of the link in the email' })
  @Holds('isToken', tokenRule)
  readonly token!: string;

  @ApiProperty({ description: 'Required for a person without a login', examples: ['Ada Lovelace'] })
  @IsText({ max: MAX_NAME })
  @OptionalNotNull()
  readonly name?: string;

  @ApiProperty({
    description: 'Not required, and ignored, if the invited person already has a login',
    examples: ['correct horse battery'],
  })
  @IsNewPassword()
  @OptionalNotNull()
  readonly password?: string;
}
