import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closedPort, startTestSmtpSink } from '@carillon/testing';

/** Postfix's smtp-sink, which shares no code with the project and misbehaves according to its flags. */
export class SmtpSink {
  private counts = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    child.stdout?.setEncoding('latin1').on('data', (text: string) => {
      this.counts = (this.counts + text).slice(-200);
    });
  }

  static async start(flags: readonly string[]): Promise<SmtpSink> {
    const port = await closedPort();
    return new SmtpSink(await startTestSmtpSink(port, flags), port);
  }

  /** The number of emails received completely. */
  get mails(): number {
    return Number([...this.counts.matchAll(/mesg= *(\d+)\r/g)].at(-1)?.[1] ?? 0);
  }

  async stop(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.kill();
    await closed;
  }
}
