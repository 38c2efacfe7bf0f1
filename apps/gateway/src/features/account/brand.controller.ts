import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User, requestedBy } from '../../security/caller';
import { UpdateBrand } from './brand.input';
import { BrandView } from './brand.presenter';

/** How an account looks in emails and on pages for recipients. */
@Controller('api/v1/account/brand')
export class BrandController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({
    summary: 'Read the brand',
    description: 'Returns the brand of your account. Unset fields are null.',
    answer: BrandView,
  })
  async brand(@Caller() { userId }: User) {
    return { data: { brand: await this.messenger.request('brand.get', { userId }) } };
  }

  @Patch()
  @NeedsScope('admin')
  @Operation({
    summary: 'Change the brand',
    description:
      'Changes the given fields. The preference page has the color and the logo. The visual editor begins emails with the brand. Existing emails stay as they are.',
    answer: BrandView,
  })
  async updateBrand(@Caller() user: User, @Body() input: UpdateBrand) {
    const command = { ...input.changes(), userId: user.userId, by: requestedBy(user) };
    return { data: { updateBrand: await this.messenger.request('brand.update', command) } };
  }
}
