import type { Feature } from '@carillon/mongo';
import { PreferencesController } from './preferences.controller';
import { ReadPreferences } from './read-preferences';
import { SavePreferences } from './save-preferences';

/** What people choose on the preference page. */
export const preferences: Feature = {
  controllers: [PreferencesController],
  providers: [ReadPreferences, SavePreferences],
};
