import type { Language } from '@carillon/contracts';
import { de } from './de';
import { en } from './en';
import type { LinkTexts } from './texts';

export type { LinkTexts } from './texts';

export const texts: Record<Language, LinkTexts> = { en, de };
