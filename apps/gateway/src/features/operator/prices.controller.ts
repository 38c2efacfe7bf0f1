import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { mintId } from '../../http/idempotency/minting';
import { Operation } from '../../openapi/operation';
import { CallingOperator, NeedsOperatorScope, type Operator, requestedBy } from '../../security/caller';
import { UpdatePrices, toPrices } from './prices.input';
import { PricesView, presentPrices } from './prices.presenter';

/** What the operator charges for messages. */
@Controller('api/v1/operator/prices')
export class PricesController {
  constructor(private readonly messenger: Messenger) {}

  @Get()
  @Operation({ key: 'prices', summary: 'Read the prices of messages', answer: PricesView })
  async operatorPrices() {
    const { priceList } = await this.messenger.request('price-list.get', { id: null });
    return { data: { prices: presentPrices(priceList) } };
  }

  @Patch()
  @NeedsOperatorScope('admin')
  @Operation({
    key: 'updatePrices',
    summary: 'Set the prices of messages',
    description:
      'Replaces all prices. They apply to campaigns that start afterward. Campaigns that have started keep their prices.',
    answer: PricesView,
  })
  async updateOperatorPrices(@CallingOperator() operator: Operator, @Body() input: UpdatePrices) {
    const { currency } = input;
    const command = { by: requestedBy(operator), id: mintId(), currency, prices: toPrices(input) };
    const list = await this.messenger.request('price-list.replace', command);
    return { data: { updatePrices: presentPrices(list) } };
  }
}
