import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { closedPort, findPostfixProgram, startSmtpSink } from '@carillon/local-services';

/** Where to find Postfix's programs, or where to download them. */
const options = {
  programs: resolve('.carillon', 'programs'),
  environment: process.env,
  note: (line: string): void => void process.stderr.write(`postfix: ${line}\n`),
};

/** The number of emails that the sink had accepted at a time of the monotonic clock (milliseconds). */
export interface Taken {
  at: number;
  mails: number;
}

/** Postfix's smtp-sink, which accepts, counts, and drops every email. It shares no code with the measured services. */
export class SmtpSink {
  private readonly startedAt = performance.now();
  private readonly history: Taken[] = [];
  private unread = '';

  private constructor(
    private readonly child: ChildProcess & { pid: number },
    readonly port: number,
  ) {
    child.stdout?.setEncoding('latin1').on('data', (text: string) => this.read(text));
  }

  /** Listens on a free port of the loopback address. */
  static async start(): Promise<SmtpSink> {
    const port = await closedPort();
    return new SmtpSink(await startSmtpSink(port, [], options), port);
  }

  get pid(): number {
    return this.child.pid;
  }

  /** The number of emails since the start. */
  get mails(): number {
    return this.history[this.history.length - 1]?.mails ?? 0;
  }

  /** How long no email has arrived (milliseconds). */
  get quietForMs(): number {
    return performance.now() - (this.history[this.history.length - 1]?.at ?? this.startedAt);
  }

  /** The time at which the sink accepted the n-th mail, or undefined if it has not. */
  takenAt(n: number): number | undefined {
    return this.history.find(({ mails }) => mails >= n)?.at;
  }

  /**
   * Emails per second between the first and the last tenth of `count` emails.
   * @param before the number of emails that the sink had accepted earlier
   */
  steadyRate(before: number, count: number): number {
    const reached = (share: number): number => this.takenAt(before + Math.ceil(count * share)) ?? NaN;
    return (count * 0.8) / ((reached(0.9) - reached(0.1)) / 1_000);
  }

  stop(): void {
    this.child.kill();
  }

  /**
   * Parses `sess=    3 quit=    1 mesg=   42` and a carriage return, which smtp-sink prints for each email. Everything
   * in one read counts as one moment.
   */
  private read(text: string): void {
    const counts = (this.unread + text).split('\r');
    this.unread = counts.pop() ?? '';
    const last = /mesg= *(\d+)/.exec(counts[counts.length - 1] ?? '');
    const mails = Number(last?.[1] ?? 0);
    if (mails > this.mails) this.history.push({ at: performance.now(), mails });
  }
}

/**
 * Finds one of Postfix's test programs on the PATH or in Debian's package, which is downloaded and unpacked without
 * installation.
 */
export function find(program: 'smtp-sink' | 'smtp-source'): ReturnType<typeof findPostfixProgram> {
  return findPostfixProgram(program, options);
}
