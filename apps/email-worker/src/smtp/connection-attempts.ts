import { causes } from '@carillon/smtp';
import { type MailConnection, SmtpFault } from './mail-connection';

/** Connections to a mail server that are being opened. */
export class ConnectionAttempts {
  /** When the pending attempts began, oldest first (monotonic clock, milliseconds). */
  private readonly begun: number[] = [];

  constructor(private readonly open: () => Promise<MailConnection>) {}

  get pending(): number {
    return this.begun.length;
  }

  /** When the oldest pending attempt began (monotonic clock, milliseconds). Infinity: none is pending. */
  get earliest(): number {
    return this.begun[0] ?? Infinity;
  }

  /** Begins an attempt. Its result is passed on after it is no longer pending. */
  begin(onOpened: (connection: MailConnection) => void, onRefused: (error: unknown) => void): void {
    const began = performance.now();
    this.begun.push(began);
    const ended = (): void => void this.begun.splice(this.begun.indexOf(began), 1);
    this.open()
      .then(requireUsable)
      .then(
        (connection) => {
          ended();
          onOpened(connection);
        },
        (error: unknown) => {
          ended();
          onRefused(error);
        },
      );
  }
}

/** @throws SmtpFault if the session has already ended, as if it could not be opened */
function requireUsable(connection: MailConnection): MailConnection {
  if (connection.isUsable) return connection;
  throw new SmtpFault({ kind: 'connection', moment: 'opening', cause: causes.closed });
}
