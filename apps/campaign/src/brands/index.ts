import { type Feature, noteRelay } from '@carillon/mongo';
import { BrandRecord, BrandSchema } from './brand-document';
import { Brands } from './brands';
import { BrandsController } from './brands.controller';
import { EditBrand } from './edit-brand';

export { Brands } from './brands';

/** How accounts look in emails and on pages for recipients. */
export const brands: Feature = {
  collections: [{ name: BrandRecord.name, schema: BrandSchema }],
  controllers: [BrandsController],
  providers: [Brands, noteRelay(BrandRecord), EditBrand],
};
