import type { Feature } from '@carillon/mongo';
import { EditPrices } from './edit-prices';
import { PriceListRecord, PriceListSchema, PriceLists } from './price-lists';
import { PricesController } from './prices.controller';

export { PriceLists } from './price-lists';

/** What the operator charges for messages. */
export const prices: Feature = {
  collections: [{ name: PriceListRecord.name, schema: PriceListSchema }],
  controllers: [PricesController],
  providers: [PriceLists, EditPrices],
};
