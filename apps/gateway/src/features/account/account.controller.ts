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
    summary: 'Read how much of the quotas of the plan is used',
    answer: UsageView,
    description: 'Returns what the account has and the limit of its plan, for each quota.',
  })
  async usage(@Caller() { userId }: User) {
    return { data: { usage: await this.readUsage.execute(userId) } };
  }
}
