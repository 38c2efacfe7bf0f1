import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { Operation } from '../../openapi/operation';
import { ConsentSettingsView, present } from './consent.presenter';
import { UpdateConsentSettings } from './consent.input';

/** The opt-out and opt-in keywords of an account. */
@Controller('api/v1/account/consent')
export class ConsentController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({
    summary: 'Read the consent settings',
    description:
      'Returns the words of your account, in addition to the built-in ones, its reply to HELP, and what its one-click unsubscribe leaves.',
    answer: ConsentSettingsView,
  })
  async consentSettings(@Caller() { userId }: User) {
    const settings = await this.messenger.request('consent-settings.get', { userId });
    return { data: { consentSettings: present(settings) } };
  }

  @Patch()
  @NeedsScope('consent')
  @Operation({
    summary: 'Change the consent settings',
    description:
      'Changes the given fields. A word matches a whole message, regardless of letter case, accents, and punctuation. Built-in words are rejected, and so are opt-in words that are also opt-out words.',
    answer: ConsentSettingsView,
  })
  async updateConsentSettings(@Caller() user: User, @Body() input: UpdateConsentSettings) {
    const { optOutWords, optInWords, helpText, oneClick } = input;
    const settings = await this.messenger.request('consent-settings.update', {
      ...{ userId: user.userId, by: requestedBy(user) },
      ...(optOutWords !== undefined && { optOutWords }),
      ...(optInWords !== undefined && { optInWords }),
      ...(helpText !== undefined && { helpText }),
      ...(oneClick !== undefined && { oneClick }),
    });
    return { data: { updateConsentSettings: present(settings) } };
  }
}
