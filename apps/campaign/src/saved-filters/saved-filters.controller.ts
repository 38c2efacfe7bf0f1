import type { Deleted, Payload, Reply, SavedFilter } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditSavedFilters } from './edit-saved-filters';
import { SavedFilters } from './saved-filters';

@Controller()
export class SavedFiltersController {
  constructor(
    private readonly filters: SavedFilters,
    private readonly editFilters: EditSavedFilters,
  ) {}

  @Command('saved-filter.create')
  create(command: Payload<'saved-filter.create'>): Promise<SavedFilter> {
    return this.editFilters.create(command);
  }

  @Command('saved-filter.get')
  async get({ userId, id }: Payload<'saved-filter.get'>): Promise<SavedFilter> {
    return (await this.filters.get(userId, id)).saved;
  }

  @Command('saved-filter.list')
  list(query: Payload<'saved-filter.list'>): Promise<Reply<'saved-filter.list'>> {
    return this.filters.page(query);
  }

  @Command('saved-filter.update')
  update(command: Payload<'saved-filter.update'>): Promise<SavedFilter> {
    return this.editFilters.update(command);
  }

  @Command('saved-filter.delete')
  delete(command: Payload<'saved-filter.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editFilters.delete(command, messageId);
  }
}
