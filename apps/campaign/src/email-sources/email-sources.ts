import { TooComplex } from '@carillon/content';
import { AppError, type EmailSource, type FieldError } from '@carillon/contracts';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedThread, UserLine, programOf } from '../compiling';
import { type MjmlFlaw, type RenderedSource, renderSource } from './render-source';

/** The longest MJML that is allowed takes a tenth of this. */
const limits = { processorMs: 3_000, totalMs: 8_000 };

/** The most errors in MJML that are shown at once. */
const FLAWS = 20;

/**
 * Makes the HTML of emails from blocks and MJML, in a thread that starts with the first one. Users take turns, with one
 * email per turn.
 */
@Injectable()
export class EmailSources implements OnApplicationShutdown {
  private readonly thread = threadOf(programOf('render'));
  private readonly line = new UserLine();

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

function threadOf(program: string | null): BoundedThread<EmailSource, RenderedSource> | null {
  return program === null ? null : new BoundedThread(program, limits);
}

const fieldErrorOf = ({ line, detail }: MjmlFlaw): FieldError => ({
  field: 'emailMjml',
  code: 'invalid_mjml',
  detail: `Line ${line}: ${detail}`,
});
