import type { Language } from '@carillon/contracts';
import { de } from './de';
import { en } from './en';
import type { UnsubscribeTexts } from './texts';

export type { Incomplete } from './texts';

export const texts: Record<Language, UnsubscribeTexts> = { en, de };
