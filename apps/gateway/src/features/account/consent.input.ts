import { oneClickScopes } from '@carillon/contracts';
import { accountKeywordLimits } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';

/** The maximum length of an SMS text. */
const MAX_HELP = 1_600;

const { keywords, characters } = accountKeywordLimits;

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
}
