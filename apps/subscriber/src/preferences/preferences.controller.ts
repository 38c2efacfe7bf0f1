import type { Payload, Preferences } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { ReadPreferences } from './read-preferences';
import { SavePreferences } from './save-preferences';

@Controller()
export class PreferencesController {
  constructor(
    private readonly readPreferences: ReadPreferences,
    private readonly savePreferences: SavePreferences,
  ) {}

  @Command('preferences.get')
  get(query: Payload<'preferences.get'>): Promise<Preferences> {
    return this.readPreferences.read(query);
  }

  @Command('preferences.save')
  save(choice: Payload<'preferences.save'>, { messageId }: MessageContext): Promise<Preferences> {
    return this.savePreferences.save(choice, messageId);
  }
}
