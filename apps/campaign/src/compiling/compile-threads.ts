import { type ContentSource, ProblemsInTexts, TooComplex } from '@carillon/content';
import type { EmailInspection, InspectedEmail } from '@carillon/content-checks';
import type { AnalyzedEmail } from '@carillon/contracts';
import { Logger, Metrics } from '@carillon/platform';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedThread } from './bounded-thread';
import { programOf } from './programs';
import { type ThreadJob, type ThreadWork, doWork } from './thread-work';
import { UserLine } from './user-line';

/**
 * The limit of small emails (characters). Real emails are smaller, and take milliseconds. Larger emails never block the
 * thread for small emails.
 */
const SMALL = 64 * 1024;
/** The time limits of an email. The limits of `compileEmail` reject costly emails much earlier. */
const limits = {
  small: { processorMs: 750, totalMs: 8_000 },
  large: { processorMs: 2_500, totalMs: 8_000 },
};
const SECONDS = [0.002, 0.005, 0.01, 0.05, 0.2, 1, 3];

interface Lane {
  thread: BoundedThread<ThreadJob, ThreadWork[keyof ThreadWork]>;
  line: UserLine;
}

/**
 * Compiles and checks emails in separate threads, so that they block nothing else: one thread for small emails and one
 * for large ones. Users take turns in each thread, with one email per turn.
 */
@Injectable()
export class CompileThreads implements OnApplicationShutdown {
  private readonly lanes = lanesOf(programOf('compile'));
  private readonly seconds;
  private readonly refused;

  constructor(
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.seconds = metrics.histogram(
      'carillon_email_compile_seconds',
      'Time to compile or check the HTML of an email, including the wait for a thread',
      SECONDS,
      ['size'] as const,
    );
    this.refused = metrics.counter(
      'carillon_emails_too_complex_total',
      'Emails rejected because their HTML is too complex',
      [],
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all().map(({ thread }) => thread.close()));
  }

  /** @throws TooComplex, ProblemsInTexts; AppError timeout if the caller has left before its turn */
  async compile(userId: string, source: ContentSource): Promise<AnalyzedEmail | null> {
    const checked = await this.run(userId, { work: 'compile', source });
    if ('problems' in checked) throw new ProblemsInTexts(checked.problems);
    return checked.email;
  }

  /** @throws TooComplex; AppError timeout if the caller has left before its turn */
  inspect(userId: string, source: InspectedEmail): Promise<EmailInspection> {
    return this.run(userId, { work: 'inspect', source });
  }

  private async run<W extends keyof ThreadWork>(
    userId: string,
    job: ThreadJob & { work: W },
  ): Promise<ThreadWork[W]> {
    const size = (job.source.html?.length ?? 0) <= SMALL ? 'small' : 'large';
    const end = this.seconds.startTimer({ size });
    try {
      return (await this.done(userId, job, size)) as ThreadWork[W];
    } catch (error) {
      if (error instanceof TooComplex) {
        this.refused.inc();
        this.log.warn({ userId, detail: error.message }, 'an email was rejected as too complex');
      }
      throw error;
    } finally {
      end();
    }
  }

  private async done(
    userId: string,
    job: ThreadJob,
    size: 'small' | 'large',
  ): Promise<ThreadWork[keyof ThreadWork]> {
    if (this.lanes === null) return doWork(job);
    const { thread, line } = this.lanes[size];
    return line.take(userId, () => thread.run(job));
  }

  private all(): Lane[] {
    return this.lanes === null ? [] : [this.lanes.small, this.lanes.large];
  }
}

/** Null: the current thread does the work. */
function lanesOf(file: string | null): { small: Lane; large: Lane } | null {
  if (file === null) return null;
  const lane = (size: keyof typeof limits): Lane => ({
    thread: new BoundedThread(file, limits[size]),
    line: new UserLine(),
  });
  return { small: lane('small'), large: lane('large') };
}
