import { translationFor } from '@carillon/content';
import { type LeasedRecipient, type PublishedContent, publishedIn } from '@carillon/contracts';
import type { Files } from './attached-files';
import type { OpenedSender, Provider } from './provider';

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
  return {
    common,
    for: ({ variables }) => translated.get(translationFor(content, variables) ?? '') ?? common,
  };
}

/** The content in the language of a recipient. */
export function contentFor(published: PublishedContent, { variables }: LeasedRecipient): PublishedContent {
  return publishedIn(published, translationFor(published.content, variables));
}
