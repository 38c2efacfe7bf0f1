import { oneClickScopes } from '@carillon/contracts';
import { accountKeywordLimits, issue } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, IsListOf, OptionalNotNull, stringRule } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';

/** The maximum length of an SMS text. */
const MAX_HELP = 1_600;

const { keywords, characters } = accountKeywordLimits;

const COLOR = '^#[0-9a-fA-F]{6}$';
const colorRule = stringRule({ pattern: COLOR, examples: ['#0b4aa8'] }, (text) =>
  new RegExp(COLOR).test(text) ? [] : issue('not_allowed', 'Must be # and six hexadecimal digits'),
);

/** A small image without scripts, 32 KiB as a data URL. */
const MAX_LOGO = 32 * 1024;
const LOGO = '^data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$';
const logoRule = stringRule(
  { maxLength: MAX_LOGO, pattern: LOGO, examples: ['data:image/png;base64,iVBORw0KGgo='] },
  (text) => {
    if (text.length > MAX_LOGO) return issue('too_long', `Must have at most ${MAX_LOGO} characters`);
    return new RegExp(LOGO).test(text)
      ? []
      : issue('not_allowed', 'Must be a data URL of a PNG, JPEG, GIF, or WebP image in Base64');
  },
);

@ObjectSchema({ minProperties: 1 })
export class UpdateConsentSettings {
  @ApiProperty({
    description: 'Words that stop messages, in addition to the built-in ones. Replaces the existing list',
    examples: [['schluss']],
  })
  @IsListOf((each) => IsText({ max: characters }, each), keywords, { min: 0 })
  @OptionalNotNull()
  readonly optOutWords?: string[];

  @ApiProperty({
    description:
      'Words that start messages again, in addition to the built-in ones. Replaces the existing list',
  })
  @IsListOf((each) => IsText({ max: characters }, each), keywords, { min: 0 })
  @OptionalNotNull()
  readonly optInWords?: string[];

  @ApiProperty({ description: 'The reply to HELP; null: no reply' })
  @IsText({ max: MAX_HELP, lines: true })
  @IsOptional()
  readonly helpText?: string | null;

  @ApiProperty({
    description:
      'What the one-click unsubscribe of a campaign with a topic leaves: only the topic, or all email',
  })
  @IsIn(oneClickScopes)
  @OptionalNotNull()
  readonly oneClick?: (typeof oneClickScopes)[number];

  @ApiProperty({ description: 'The color of the preference page. Null: the default' })
  @Holds('isColor', colorRule)
  @IsOptional()
  readonly brandColor?: string | null;

  @ApiProperty({ description: 'The logo on the preference page, as a data URL. Null: none' })
  @Holds('isLogo', logoRule)
  @IsOptional()
  readonly logo?: string | null;
}
