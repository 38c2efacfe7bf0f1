import type { Schemas } from '@carillon/sdk';
import { useSettingsTexts } from './texts';

/** The names of providers in the reader's language. */
export function useProviderNames(): Record<Schemas['Sender']['provider'], string> {
  return useSettingsTexts().senders.providers;
}
