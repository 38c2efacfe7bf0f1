import { type Logger } from 'pino';
import { type Course, type Step } from '../courses';
import { type SentMessage } from '../sent-message';
import { type SentMessages } from '../sent-messages';
import { Outages } from './outages';
import { type SignedPost } from './post-form';
import { statusForm } from './status-form';
import { Timetable } from './timetable';

export interface ReportSettings {
  /** Between one status and the next, milliseconds. */
  readonly stepMs: number;
  /** Pauses before each further try at a receiver that is down, milliseconds. */
  readonly retryMs: readonly number[];
}

/** Messages that are on their way at the same time; what is beyond is accepted, and nothing is said of it. */
const MAX_JOURNEYS = 50_000;
const MAX_IN_FLIGHT = 64;

interface Journey {
  readonly message: SentMessage;
  readonly course: Course;
  next: number;
  tries: number;
}

/** Takes messages through their statuses, and tells each to the URL that the message named. */
export class StatusReports {
  /** How many callbacks ended in which way. */
  readonly counts = { taken: 0, refused: 0, failed: 0, dropped: 0 };
  private readonly timetable = new Timetable<Journey>((journeys) => this.makeReady(journeys));
  /** In order of their turns. */
  private readonly ready = new Set<Journey>();
  private readonly outages = new Outages();
  private journeys = 0;
  private inFlight = 0;
  private stopped = false;

  constructor(
    private readonly messages: SentMessages,
    private readonly receiver: SignedPost,
    private readonly log: Logger,
    private readonly settings: ReportSettings,
  ) {}

  begin(message: SentMessage, course: Course): void {
    if (this.journeys >= MAX_JOURNEYS) {
      this.counts.dropped += 1;
      return;
    }
    this.journeys += 1;
    this.timetable.add({ message, course, next: 0, tries: 0 }, 0);
  }

  /** Reports nothing more. */
  close(): void {
    this.stopped = true;
    this.timetable.close();
    this.ready.clear();
  }

  private makeReady(journeys: readonly Journey[]): void {
    for (const journey of journeys) this.ready.add(journey);
    this.sendReady();
  }

  private sendReady(): void {
    while (this.inFlight < MAX_IN_FLIGHT && this.ready.size > 0) {
      const [journey] = this.ready;
      if (!journey) return;
      this.ready.delete(journey);
      this.inFlight += 1;
      void this.proceed(journey).finally(() => {
        this.inFlight -= 1;
        this.sendReady();
      });
    }
  }

  /** One try at one status; then the next status, or the same again later. */
  private async proceed(journey: Journey): Promise<void> {
    const url = journey.message.request.statusCallback;
    const rest = url === null ? 0 : this.outages.restMs(url, Date.now());
    if (rest > 0) {
      this.later(journey, rest);
      return;
    }
    const step = journey.course[journey.next];
    const pause = this.settings.retryMs[journey.tries];
    if (step && !(await this.report(journey.message, step)) && pause !== undefined) {
      journey.tries += 1;
      this.later(journey, pause);
      return;
    }
    journey.next += 1;
    journey.tries = 0;
    if (journey.next < journey.course.length) this.later(journey, this.settings.stepMs);
    else this.journeys -= 1;
  }

  private later(journey: Journey, delayMs: number): void {
    if (!this.stopped) this.timetable.add(journey, delayMs);
  }

  /** False when it is worth another try. */
  private async report(message: SentMessage, step: Step): Promise<boolean> {
    this.messages.advance(message, step);
    const url = message.request.statusCallback;
    if (url === null) return true;
    try {
      const status = await this.receiver.post(message.account, url, statusForm(message, step));
      this.outages.ended(url);
      return this.note(status);
    } catch (error) {
      this.counts.failed += 1;
      const isNews = this.outages.began(url, Date.now());
      if (isNews && !this.stopped) this.log.warn({ err: error }, 'Status callbacks reach nobody');
      return false;
    }
  }

  private note(status: number): boolean {
    if (status >= 200 && status < 300) this.counts.taken += 1;
    else this.counts.refused += 1;
    if (status >= 400 && status !== 429) this.log.debug({ status }, 'A status callback was refused');
    return status < 500 && status !== 429;
  }
}
