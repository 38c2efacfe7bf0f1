import { localeOf, translationFor } from '@carillon/content';
import { type LeasedRecipient, type PublishedContent, publishedIn } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import type { Files } from './attached-files';
import type { OpenedSender, Provider } from './provider';

const MOST_LOCALES = 1_000;

/** The compiled messages of a campaign: for everyone, and for a recipient, who may get a translation. */
export interface TranslatedMessages {
  common: unknown;
  for: (recipient: LeasedRecipient) => unknown;
}

/** Compiles the messages of a campaign in each language. @throws UnusableSender */
export function compileTranslated(
  provider: Provider,
  published: PublishedContent,
  sender: OpenedSender,
  files: Files,
): TranslatedMessages {
  const inLanguage = (tag: string | null): unknown =>
    provider.compile(publishedIn(published, tag), sender, files);
  const common = inLanguage(null);
  const { content } = published;
  const tags = Object.keys(content.translations ?? {});
  if (tags.length === 0) return { common, for: () => common };
  const translated = new Map(tags.map((tag) => [tag, inLanguage(tag)]));
  // Many recipients have few locales, and finding the translation takes longer than looking one up.
  const found = new LRUCache<string, { message: unknown }>({ max: MOST_LOCALES });
  return {
    common,
    for: ({ variables }) => {
      const locale = localeOf(variables) ?? '';
      const known = found.get(locale);
      if (known) return known.message;
      const message = translated.get(translationFor(content, variables) ?? '') ?? common;
      found.set(locale, { message });
      return message;
    },
  };
}

/** The content in the language of a recipient. */
export function contentFor(published: PublishedContent, { variables }: LeasedRecipient): PublishedContent {
  return publishedIn(published, translationFor(published.content, variables));
}
