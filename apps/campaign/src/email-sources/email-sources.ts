import { TooComplex } from '@carillon/content';
import {
  AppError,
  type CampaignContent,
  type ContentChanges,
  type TranslationChanges,
  type WrittenContentChanges,
  type EmailSource,
  type FieldError,
  MAX_TRANSLATIONS,
  type Payload,
  TRANSLATED_CHARACTERS,
  type TemplateKind,
  type Translation,
  type WrittenTranslationChanges,
  type WrittenSource,
  changedContent,
} from '@carillon/contracts';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedThread, UserLine, inTranslation, programOf } from '../compiling';
import { Attachments } from '../media-files';
import { TemplateVersions, Templates } from '../stored-templates';
import { completeDesign } from './complete-design';
import type { MjmlFlaw, RenderedSource } from './render-source';

/** The longest MJML that is allowed takes a tenth of this. */
const limits = { processorMs: 3_000, totalMs: 8_000 };

/** The most errors in MJML that are shown at once. */
const FLAWS = 20;

/** Messages, and what the HTML of the email is made from. Absent: the HTML was written as it is. */
interface Messages {
  content: CampaignContent;
  emailSource?: EmailSource;
}
/** The messages of a campaign, or of a template of this kind. */
type MessagesBefore = Messages & { kind?: TemplateKind };
type Update = Payload<'campaign.update'>;
/** Undefined: no change. */
type MessageChange = Pick<Update, 'content'> & {
  [Field in 'emailSource' | 'attachments' | 'media']?: Update[Field] | undefined;
};

/**
 * Makes the HTML of emails from blocks and MJML, in a thread that starts with the first one. Users take turns, with one
 * email per turn. Attaches uploaded files.
 */
@Injectable()
export class EmailSources implements OnApplicationShutdown {
  private readonly thread = threadOf(programOf('render'));
  private readonly line = new UserLine();

  constructor(
    private readonly attachments: Attachments,
    private readonly templates: Templates,
    private readonly versions: TemplateVersions,
  ) {}

  /**
   * The messages after a change, with the HTML of a new source, its layout, and the files that it names. @throws AppError
   * validation_failed if the change would replace HTML that is made from a source; the errors of `completeDesign`, of
   * `render`, and of `Attachments`
   */
  async changed(userId: string, before: MessagesBefore, change: MessageChange): Promise<Messages> {
    requireOneSource(before, { ...change.content, ...change });
    const { content, attachments: files, media: mediaIds } = change;
    const emailSource = change.emailSource && (await this.complete(userId, change.emailSource, before.kind));
    const { attachments: attached, media: shown } = before.content;
    const attachments = files ? await this.attachments.of(userId, files, attached) : attached;
    const media = mediaIds ? await this.attachments.mediaOf(userId, mediaIds, shown) : shown;
    const made = emailSource ? { EMAIL: await this.render(userId, emailSource) } : {};
    const { translations: changes, ...texts } = content;
    const translations = await this.translated(userId, before.content, changes);
    const source = sourceAfter(before, { content, emailSource });
    const {
      attachments: _,
      media: __,
      ...after
    } = changedContent(before.content, {
      ...texts,
      ...(translations && { translations }),
      bodies: { ...texts.bodies, ...made },
    });
    requireFewTranslations(after);
    return {
      content: {
        ...after,
        ...(attachments && attachments.length > 0 && { attachments }),
        ...(media && Object.keys(media).length > 0 && { media }),
      },
      ...(source && { emailSource: source }),
    };
  }

  /** The changes of translations, with the HTML of new sources. */
  private async translated(
    userId: string,
    { translations: known = {} }: CampaignContent,
    changes: WrittenContentChanges['translations'],
  ): Promise<ContentChanges['translations']> {
    if (!changes) return undefined;
    const after: Record<string, TranslationChanges | null> = {};
    for (const [tag, change] of Object.entries(changes))
      after[tag] = change && (await inTranslation(tag, this.changedTranslation(userId, known[tag], change)));
    return after;
  }

  private async changedTranslation(
    userId: string,
    before: Translation | undefined,
    { emailSource: written, ...change }: WrittenTranslationChanges,
  ): Promise<TranslationChanges> {
    requireOneSource(before, { ...change, emailSource: written });
    if (written === undefined) return change;
    if (written === null) return { ...change, emailSource: null };
    const emailSource = await this.complete(userId, written);
    const html = await this.render(userId, emailSource);
    return { ...change, emailSource, bodies: { ...change.bodies, EMAIL: html } };
  }

  /** The source with the layout of its design. The design of a layout has none. */
  private async complete(userId: string, source: WrittenSource, kind?: TemplateKind): Promise<EmailSource> {
    if (source.kind === 'mjml') return source;
    const { templates, versions } = this;
    const of = kind === 'LAYOUT' ? 'layout' : 'email';
    const design = await completeDesign({ templates, versions }, userId, source.design, of);
    return { kind: 'design', design };
  }

  /**
   * The HTML of the email. @throws AppError validation_failed with `invalid_mjml` for each error in MJML, with
   * `too_complex` if it takes too many resources; timeout if the caller has left before its turn
   */
  async render(userId: string, source: EmailSource): Promise<string> {
    const rendered = await this.rendered(userId, source);
    if ('html' in rendered) return rendered.html;
    throw new AppError('validation_failed', undefined, rendered.flaws.slice(0, FLAWS).map(fieldErrorOf));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread?.close();
  }

  private async rendered(userId: string, source: EmailSource): Promise<RenderedSource> {
    const { thread } = this;
    try {
      return await (thread ? this.line.take(userId, () => thread.run(source)) : renderHere(source));
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      const field = source.kind === 'mjml' ? 'emailMjml' : 'emailDesign';
      throw new AppError('validation_failed', undefined, [
        { field, code: 'too_complex', detail: error.message },
      ]);
    }
  }
}

/**
 * HTML that is made from a source can only be removed, or separated from its source by the same request. Otherwise, the
 * next change of the source would replace what was written. @throws AppError validation_failed
 */
function requireOneSource(
  before: Pick<Translation, 'emailSource'> | undefined,
  {
    bodies,
    emailSource,
  }: { [Field in 'bodies' | 'emailSource']?: WrittenTranslationChanges[Field] | undefined },
): void {
  const html = bodies?.EMAIL ?? null;
  if (html === null || !before?.emailSource || emailSource === null) return;
  const field = before.emailSource.kind === 'mjml' ? 'emailMjml' : 'emailDesign';
  const detail = `The email is made from ${field}. To edit the HTML instead, send "${field}": null with it`;
  throw new AppError('validation_failed', detail, [{ field: 'emailMessage', code: 'conflict', detail }]);
}

/** @throws AppError validation_failed for too many or too large translations */
function requireFewTranslations({ translations = {} }: CampaignContent): void {
  const field = 'translations';
  if (Object.keys(translations).length > MAX_TRANSLATIONS) {
    const detail = `A campaign can have at most ${MAX_TRANSLATIONS} translations`;
    throw new AppError('validation_failed', detail, [{ field, code: 'too_many', detail }]);
  }
  if (JSON.stringify(translations).length > TRANSLATED_CHARACTERS) {
    const most = TRANSLATED_CHARACTERS.toLocaleString('en');
    const detail = `The translations can have at most ${most} characters together`;
    throw new AppError('validation_failed', detail, [{ field, code: 'too_big', detail }]);
  }
}

/** The source after the change. An email that is removed has none. */
function sourceAfter(
  before: Messages,
  { content, emailSource }: { content: WrittenContentChanges; emailSource: EmailSource | null | undefined },
): EmailSource | null {
  if (emailSource !== undefined) return emailSource;
  return content.bodies?.EMAIL === null ? null : (before.emailSource ?? null);
}

/** Loads MJML only where no thread does it. */
async function renderHere(source: EmailSource): Promise<RenderedSource> {
  const { renderSource } = await import('./render-source');
  return renderSource(source);
}

function threadOf(program: string | null): BoundedThread<EmailSource, RenderedSource> | null {
  return program === null ? null : new BoundedThread(program, limits);
}

const fieldErrorOf = ({ line, detail }: MjmlFlaw): FieldError => ({
  field: 'emailMjml',
  code: 'invalid_mjml',
  detail: `Line ${line}: ${detail}`,
  line,
});
