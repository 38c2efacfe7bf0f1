import type { Feature } from '@carillon/mongo';
import { EditTopicOptOuts } from './edit-topic-opt-outs';
import { PreferencesController } from './preferences.controller';
import { ReadPreferences } from './read-preferences';
import { SavePreferences } from './save-preferences';

/** What people choose on the preference page, and opt-outs that users add for them. */
export const preferences: Feature = {
  controllers: [PreferencesController],
  providers: [ReadPreferences, SavePreferences, EditTopicOptOuts],
};
