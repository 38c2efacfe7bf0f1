import type { Payload, PriceList, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditPrices } from './edit-prices';
import { PriceLists } from './price-lists';

@Controller()
export class PricesController {
  constructor(
    private readonly lists: PriceLists,
    private readonly editPrices: EditPrices,
  ) {}

  @Command('price-list.get')
  async get({ id }: Payload<'price-list.get'>): Promise<Reply<'price-list.get'>> {
    return { priceList: id === null ? await this.lists.current() : await this.lists.find(id) };
  }

  @Command('price-list.replace')
  replace(command: Payload<'price-list.replace'>): Promise<PriceList> {
    return this.editPrices.replace(command);
  }
}
