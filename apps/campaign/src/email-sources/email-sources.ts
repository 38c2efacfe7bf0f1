import { TooComplex } from '@carillon/content';
import {
  AppError,
  type CampaignContent,
  type EmailSource,
  type FieldError,
  type Payload,
  changedContent,
} from '@carillon/contracts';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedThread, UserLine, programOf } from '../compiling';
import { Attachments } from '../media-files';
import { type MjmlFlaw, type RenderedSource, renderSource } from './render-source';

/** The longest MJML that is allowed takes a tenth of this. */
const limits = { processorMs: 3_000, totalMs: 8_000 };

/** The most errors in MJML that are shown at once. */
const FLAWS = 20;

/** Messages, and what the HTML of the email is made from. Absent: the HTML was written as it is. */
interface Messages {
  content: CampaignContent;
  emailSource?: EmailSource;
}
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

  constructor(private readonly attachments: Attachments) {}

  /**
   * The messages after a change, with the HTML of a new source, and the files that it names. @throws AppError
   * validation_failed if the change would replace HTML that is made from a source; the errors of `render` and of
   * `Attachments`
   */
  async changed(userId: string, before: Messages, change: MessageChange): Promise<Messages> {
    requireOneSource(before, change);
    const { content, emailSource, attachments: files, media: mediaIds } = change;
    const { attachments: attached, media: shown } = before.content;
    const attachments = files ? await this.attachments.of(userId, files, attached) : attached;
    const media = mediaIds ? await this.attachments.mediaOf(userId, mediaIds, shown) : shown;
    const made = emailSource ? { EMAIL: await this.render(userId, emailSource) } : {};
    const source = sourceAfter(before, change);
    const {
      attachments: _,
      media: __,
      ...after
    } = changedContent(before.content, {
      ...content,
      bodies: { ...content.bodies, ...made },
    });
    return {
      content: {
        ...after,
        ...(attachments && attachments.length > 0 && { attachments }),
        ...(media && Object.keys(media).length > 0 && { media }),
      },
      ...(source && { emailSource: source }),
    };
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
      return await (thread ? this.line.take(userId, () => thread.run(source)) : renderSource(source));
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
function requireOneSource(before: Messages, { content, emailSource }: MessageChange): void {
  const html = content.bodies?.EMAIL ?? null;
  if (html === null || !before.emailSource || emailSource === null) return;
  const field = before.emailSource.kind === 'mjml' ? 'emailMjml' : 'emailDesign';
  const detail = `The email is made from ${field}. To edit the HTML instead, send "${field}": null with it`;
  throw new AppError('validation_failed', detail, [{ field: 'emailMessage', code: 'conflict', detail }]);
}

/** The source after the change. An email that is removed has none. */
function sourceAfter(before: Messages, { content, emailSource }: MessageChange): EmailSource | null {
  if (emailSource !== undefined) return emailSource;
  return content.bodies?.EMAIL === null ? null : (before.emailSource ?? null);
}

function threadOf(program: string | null): BoundedThread<EmailSource, RenderedSource> | null {
  return program === null ? null : new BoundedThread(program, limits);
}

const fieldErrorOf = ({ line, detail }: MjmlFlaw): FieldError => ({
  field: 'emailMjml',
  code: 'invalid_mjml',
  detail: `Line ${line}: ${detail}`,
});
