import type { Brand, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { Brands } from './brands';
import { EditBrand } from './edit-brand';

@Controller()
export class BrandsController {
  constructor(
    private readonly brands: Brands,
    private readonly editBrand: EditBrand,
  ) {}

  @Command('brand.get')
  async get({ userId }: Payload<'brand.get'>): Promise<Brand> {
    return (await this.brands.find(userId)).brand;
  }

  @Command('brand.update')
  update(command: Payload<'brand.update'>): Promise<Brand> {
    return this.editBrand.update(command);
  }
}
