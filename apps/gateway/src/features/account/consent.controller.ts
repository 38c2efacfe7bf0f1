import type { ConsentSettings } from '@carillon/contracts';
import { ownWordLimits } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsOptional } from 'class-validator';
import { Caller, NeedsScope, type User, askedBy } from '../../security/caller';
import { ObjectSchema } from '../../http/input/input-schema';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { Operation } from '../../openapi/operation';
import { OrNull, Text, View, presenter } from '../../openapi/view';

/** The longest text that an SMS may have. */
const MAX_HELP = 1_600;

const { words, characters } = ownWordLimits;

@ObjectSchema({ minProperties: 1 })
class UpdateConsentSettings {
  @ApiProperty({
    description: 'Words that stop messages, in addition to the built-in ones. Replaces the existing list',
    examples: [['schluss']],
  })
  @IsListOf((each) => IsText({ max: characters }, each), words, { min: 0 })
  @OptionalNotNull()
  readonly optOutWords?: string[];

  @ApiProperty({
    description:
      'Words that start messages again, in addition to the built-in ones. Replaces the existing list',
  })
  @IsListOf((each) => IsText({ max: characters }, each), words, { min: 0 })
  @OptionalNotNull()
  readonly optInWords?: string[];

  @ApiProperty({ description: 'The reply to HELP; null: no reply' })
  @IsText({ max: MAX_HELP, lines: true })
  @IsOptional()
  readonly helpText?: string | null;
}

const ConsentSettingsView = View('ConsentSettings', {
  optOutWords: Type.Array(Text('schluss')),
  optInWords: Type.Array(Text('los')),
  helpText: OrNull(Text('Carillon News. Help: https://news.example.com. Reply STOP to end.')),
});
const present = presenter(ConsentSettingsView, (settings: ConsentSettings) => settings);

/** How the words of an account's recipients are interpreted. */
@Controller('api/v1/account/consent')
export class ConsentController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({
    summary: 'Read the opt-out and opt-in words',
    description:
      'Returns the words of your account, in addition to the built-in ones, and its reply to HELP.',
    answer: ConsentSettingsView,
  })
  async consentSettings(@Caller() { userId }: User) {
    const settings = await this.messenger.request('consent-settings.get', { userId });
    return { data: { consentSettings: present(settings) } };
  }

  @Patch()
  @NeedsScope('consent')
  @Operation({
    summary: 'Change the opt-out and opt-in words',
    description:
      'Changes the given fields. A word matches a whole message, regardless of letter case, accents, and punctuation. Words with a meaning in all accounts are rejected, and so are opt-in words that are also opt-out words.',
    answer: ConsentSettingsView,
  })
  async updateConsentSettings(@Caller() user: User, @Body() input: UpdateConsentSettings) {
    const { optOutWords, optInWords, helpText } = input;
    const settings = await this.messenger.request('consent-settings.update', {
      ...{ userId: user.userId, by: askedBy(user) },
      ...(optOutWords !== undefined && { optOutWords }),
      ...(optInWords !== undefined && { optInWords }),
      ...(helpText !== undefined && { helpText }),
    });
    return { data: { updateConsentSettings: present(settings) } };
  }
}
