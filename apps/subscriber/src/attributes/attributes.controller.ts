import type { Attribute, Deleted, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditAttributes } from './edit-attributes';
import { ReadAttributes } from './read-attributes';

@Controller()
export class AttributesController {
  constructor(
    private readonly readAttributes: ReadAttributes,
    private readonly editAttributes: EditAttributes,
  ) {}

  @Command('attribute.list')
  list(query: Payload<'attribute.list'>): Promise<Reply<'attribute.list'>> {
    return this.readAttributes.page(query);
  }

  @Command('attribute.values')
  values(query: Payload<'attribute.values'>): Promise<Reply<'attribute.values'>> {
    return this.readAttributes.values(query);
  }

  @Command('attribute.update')
  async update(command: Payload<'attribute.update'>): Promise<Attribute> {
    const name = await this.editAttributes.update(command);
    return this.readAttributes.get(command.userId, name);
  }

  @Command('attribute.delete')
  delete(command: Payload<'attribute.delete'>): Promise<Deleted> {
    return this.editAttributes.delete(command);
  }
}
