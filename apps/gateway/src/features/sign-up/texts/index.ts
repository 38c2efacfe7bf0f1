import type { Language } from '@carillon/contracts';
import { de } from './de';
import { en } from './en';
import type { SignUpTexts } from './texts';

export const texts: Record<Language, SignUpTexts> = { en, de };
