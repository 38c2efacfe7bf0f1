import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { Operation } from '../../openapi/operation';
import { DefaultsView } from './defaults.presenter';
import { UpdateDefaults } from './defaults.input';

/** The defaults of an account for omitted values. */
@Controller('api/v1/account/defaults')
export class DefaultsController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({ summary: 'Read the defaults of the account', answer: DefaultsView })
  async defaults(@Caller() { userId }: User) {
    const { defaultCountry = null } = await this.messenger.request('user.get', { id: userId });
    return { data: { defaults: { defaultCountry } } };
  }

  @Patch()
  @NeedsScope('admin')
  @Operation({
    summary: 'Change the defaults of the account',
    description:
      'With a default country, requests and files can contain phone numbers in its national form and numbers that begin with `00`. Stored numbers are always international.',
    answer: DefaultsView,
  })
  async updateDefaults(@Caller() user: User, @Body() input: UpdateDefaults) {
    const country = input.defaultCountry;
    const changed = {
      by: requestedBy(user),
      id: user.userId,
      ...(country !== undefined && { defaultCountry: country }),
    };
    const { defaultCountry = null } = await this.messenger.request('user.update', changed);
    return { data: { updateDefaults: { defaultCountry } } };
  }
}
