import { hash } from 'node:crypto';
import {
  type ContentSource,
  type LinkTags,
  MAX_LINKS,
  ProblemsInTexts,
  TooComplex,
  sentContent,
  textsOf,
} from '@carillon/content';
import type { EmailInspection } from '@carillon/content-checks';
import {
  type AnalyzedEmail,
  AppError,
  type Campaign,
  type CampaignContent,
  type CampaignEmails,
  type FieldError,
  type SentContent,
  type TranslatedEmails,
  eachLanguage,
  engineOf,
  textsIn,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CompileThreads } from './compile-threads';
import { inTranslation } from './in-translation';

/** The size of the cache in bytes, approximately: some hundred typical emails. */
const REMEMBERED = 16 * 1024 * 1024;
const PART_BYTES = 300;
/** The cache has no null: a content in Liquid may have no email. */
interface Checked {
  email: AnalyzedEmail | null;
}

/**
 * Compiles emails, checks texts in Liquid, and caches the results, because an email is created, previewed, and published
 * within minutes. Inspections aren't cached.
 */
@Injectable()
export class CompiledEmails {
  private readonly cache = new LRUCache<string, Checked>({ maxSize: REMEMBERED, sizeCalculation: bytesOf });
  private readonly underWay = new Map<string, Promise<Checked>>();

  constructor(private readonly threads: CompileThreads) {}

  /**
   * The emails of a content in each language. `tags` are added to the links. @throws AppError validation_failed with
   * `too_complex` for a text that takes too many resources to parse or to fill in, and with `invalid_template` for errors
   * in Liquid; timeout if the caller has left before its turn
   */
  async of(
    { userId, ...campaign }: Pick<Campaign, 'userId' | 'name' | 'content'>,
    tags: LinkTags | null = null,
  ): Promise<CampaignEmails> {
    const translatedEmails: TranslatedEmails = {};
    let email: AnalyzedEmail | null = null;
    for (const [tag, content] of eachLanguage(sentContent(campaign))) {
      const compiled = await inTranslation(tag, this.ofOne(userId, content, tags));
      if (tag === null) email = compiled;
      else if (compiled && hasOwnEmail(content, campaign.content)) translatedEmails[tag] = compiled;
    }
    const translated = Object.values(translatedEmails);
    if (translated.length === 0) return { email };
    return { email: email && withLinksOf(email, translated), translatedEmails };
  }

  /** Null: the content has no email. */
  private async ofOne(
    userId: string,
    content: SentContent,
    tags: LinkTags | null,
  ): Promise<AnalyzedEmail | null> {
    const source = sourceOf(content, tags);
    if (source === null) return null;
    // Cached per user, so that response times reveal nothing about other users' emails.
    const key = hash('sha256', JSON.stringify([userId, source]), 'base64');
    const cached = this.cache.get(key);
    if (cached) return cached.email;
    const compiling = this.underWay.get(key) ?? this.compile(key, userId, source);
    return (await refusing(compiling)).email;
  }

  /** The email for everyone. Returns null for no email. @throws AppError like `of` */
  async inspect(userId: string, content: CampaignContent): Promise<EmailInspection | null> {
    const html = textsIn(content).bodies.EMAIL;
    return html === null ? null : refusing(this.threads.inspect(userId, { html, engine: engineOf(content) }));
  }

  private async compile(key: string, userId: string, source: ContentSource): Promise<Checked> {
    const compiling = this.threads.compile(userId, source).then((email) => ({ email }));
    this.underWay.set(key, compiling);
    try {
      const compiled = await compiling;
      this.cache.set(key, compiled);
      return compiled;
    } finally {
      this.underWay.delete(key);
    }
  }
}

/** Whether a translation has an email that differs from the email for everyone. */
function hasOwnEmail(translated: SentContent, content: CampaignContent): boolean {
  const [own, common] = [textsIn(translated), textsIn(content)];
  return own.bodies.EMAIL !== common.bodies.EMAIL || own.preheader !== common.preheader;
}

/** The email, with the links of all, so that each link of a campaign has one counter. Links beyond the limit have none. */
function withLinksOf(email: AnalyzedEmail, others: readonly AnalyzedEmail[]): AnalyzedEmail {
  const links = new Map([email, ...others].flatMap((each) => each.links.map((link) => [link.url, link])));
  return { ...email, links: [...links.values()].slice(0, MAX_LINKS) };
}

/** Null: there is nothing to compile or to check. */
function sourceOf(content: SentContent, tags: LinkTags | null): ContentSource | null {
  const { bodies, preheader } = textsIn(content);
  const html = bodies.EMAIL;
  const email = { preheader, ...(tags && { tags }) };
  if (engineOf(content) === 'simple') return html === null ? null : { html, ...email };
  const texts = textsOf(content).map(({ field, text, mode }) => ({ field, text, mode }));
  return { html, ...email, texts };
}

/** @throws AppError validation_failed instead of an error in a text */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** The response to an error in a text. Undefined: the error is not in a text. */
function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof ProblemsInTexts) return refusal(error.fields);
  if (!(error instanceof TooComplex)) return undefined;
  return refusal([{ field: 'emailMessage', code: 'too_complex', detail: error.message }]);
}

function refusal(fields: readonly FieldError[]): AppError {
  return new AppError('validation_failed', undefined, fields);
}

function bytesOf({ email }: Checked): number {
  if (email === null) return PART_BYTES;
  if ('keys' in email) return PART_BYTES + 2 * (email.html.length + email.text.length);
  return [...email.html, ...email.text].reduce<number>(
    (sum, part) => sum + PART_BYTES + (typeof part === 'string' ? 2 * part.length : 0),
    0,
  );
}
