import { Messenger } from '@carillon/messaging';
import { Controller, Get } from '@nestjs/common';
import { Caller, type User } from '../../security/caller';
import { Operation } from '../../openapi/operation';
import { ReadUsage, UsageView } from './read-usage';
import { UserView, presentUser } from './user.presenter';

@Controller('api/v1/account')
export class AccountController {
  constructor(
    private readonly messenger: Messenger,
    private readonly readUsage: ReadUsage,
  ) {}

  @Get()
  @Operation({
    summary: 'Read the account of this key',
    answer: UserView,
    description: 'Returns the account that the key belongs to.',
  })
  async account(@Caller() { userId }: User) {
    const user = await this.messenger.request('user.get', { id: userId });
    return { data: { account: presentUser(user) } };
  }

  @Get('usage')
  @Operation({
    summary: 'Read the quota usage',
    answer: UsageView,
    description: 'Returns the usage and the plan limit of each quota.',
  })
  async usage(@Caller() { userId }: User) {
    return { data: { usage: await this.readUsage.read(userId) } };
  }
}
