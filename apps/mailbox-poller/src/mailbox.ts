import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { KEPT_BYTES } from '@carillon/feedback';
import { ImapFlow, type FetchMessageObject } from 'imapflow';
import type { MailboxAccess } from './config';

/** The number of emails that are read at a time: their beginnings fit into 5 MB. */
const AT_ONCE = 20;
/** A keyword (RFC 9051 §2.3.2) for emails that were read and stay. */
const KEYWORD = '$Carillon';
/** How long a server may take for the connection, its greeting, or a response (milliseconds). */
const ANSWER_MS = 30_000;

/** Why a mailbox couldn't be read. `detail`: the server's text, or the code of the network error; never a secret. */
export class MailboxFailure extends Error {
  override readonly name = 'MailboxFailure';
  constructor(
    readonly reason: 'unreachable' | 'sign-in' | 'refused' | 'not-stored',
    readonly detail: string | null,
    cause?: unknown,
  ) {
    super(`The mailbox could not be read: ${reason}`, { cause });
  }
}

export interface MailboxOptions {
  access: MailboxAccess;
  pollMs: number;
  /** The folder for emails whose outcome is stored; null: they are deleted. */
  doneFolder: string | null;
  /** The folder for emails that are not reports; null: they stay, marked. */
  otherFolder: string | null;
  /**
   * Resolves when the outcome of an email is stored: true if it is a processed report, false if it isn't a report.
   * @param at when the server received it, which is the same each time it is read
   */
  take: (mail: Uint8Array, at: Date) => Promise<boolean>;
  /** Called each time all emails were read. */
  onRead: () => void;
  putAway: (where: 'deleted' | 'moved' | 'left', mails: number) => void;
}

/**
 * Reads one mailbox over IMAP (RFC 9051, RFC 3501) until it is aborted or fails. An email is deleted, moved, or marked
 * only after its outcome is stored. If the process or the connection ends before, the email is read again, with the
 * same result. Nothing is remembered between connections, so no UID outlives its UIDVALIDITY.
 * @throws MailboxFailure
 */
export async function readMailbox(options: MailboxOptions, signal: AbortSignal): Promise<void> {
  const { access } = options;
  const client = new ImapFlow({
    host: access.host,
    port: access.port,
    secure: access.security === 'tls',
    doSTARTTLS: access.security === 'tls' ? undefined : access.security === 'starttls',
    auth: { user: access.user, pass: access.password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    // Longer than the longest wait for new email.
    socketTimeout: options.pollMs + ANSWER_MS,
  });
  // 'close' follows, and running commands reject.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await new Session(client, options, signal).run();
    await client.logout();
  } catch (error) {
    if (error instanceof MailboxFailure) throw error;
    throw failureOf(error);
  } finally {
    client.close();
  }
}

class Session {
  private hasNewMail = false;
  /** The flag that marks an email as read by the poller. Servers don't have to support keywords. */
  private mark = KEYWORD;

  constructor(
    private readonly client: ImapFlow,
    private readonly options: MailboxOptions,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    const { client, options, signal } = this;
    for (const folder of [options.doneFolder, options.otherFolder])
      if (folder !== null) await client.mailboxCreate(folder);
    const { permanentFlags } = await client.mailboxOpen(options.access.folder);
    if (permanentFlags && !permanentFlags.has('\\*') && !permanentFlags.has(KEYWORD)) this.mark = '\\Seen';
    client.on('exists', () => {
      this.hasNewMail = true;
    });
    for (;;) {
      this.hasNewMail = false;
      await this.readAll();
      if (signal.aborted) return;
      options.onRead();
      await this.newMail();
    }
  }

  /** Reads unmarked emails, oldest first. */
  private async readAll(): Promise<void> {
    const { client, mark, signal } = this;
    // Some servers show new emails only after a command that changes nothing.
    await client.noop();
    const unread = mark === KEYWORD ? { unKeyword: KEYWORD } : { seen: false };
    // Includes emails that are marked as deleted, which a terminated process may have left.
    const uids = await client.search(unread, { uid: true });
    if (!uids) throw new MailboxFailure('refused', 'SEARCH');
    for (let from = 0; from < uids.length && !signal.aborted; from += AT_ONCE)
      await this.readSome(uids.slice(from, from + AT_ONCE));
  }

  /**
   * Deletes or moves the emails whose outcome is stored, and then fails because of the others, which stay unchanged.
   */
  private async readSome(uids: number[]): Promise<void> {
    const source = { start: 0, maxLength: KEPT_BYTES };
    const mails = await this.client.fetchAll(uids, { uid: true, internalDate: true, source }, { uid: true });
    const taken = await Promise.allSettled(mails.map((mail) => this.take(mail)));
    const of = (isReport: boolean): number[] =>
      mails
        .filter((_, index) => {
          const each = taken[index];
          return each?.status === 'fulfilled' && each.value === isReport;
        })
        .map(({ uid }) => uid);
    await this.putAway(of(true), this.options.doneFolder, 'delete');
    await this.putAway(of(false), this.options.otherFolder, 'mark');
    const lost = taken.find((each) => each.status === 'rejected');
    if (lost) throw new MailboxFailure('not-stored', null, lost.reason);
  }

  private async take({ source, internalDate }: FetchMessageObject): Promise<boolean> {
    const now = new Date();
    const at = internalDate === undefined ? now : new Date(internalDate);
    return this.options.take(source ?? Buffer.alloc(0), at > now || Number.isNaN(at.getTime()) ? now : at);
  }

  private async putAway(uids: number[], folder: string | null, otherwise: 'delete' | 'mark'): Promise<void> {
    if (uids.length === 0) return;
    const { client, mark, options } = this;
    const byUid = { uid: true };
    const isDone =
      folder !== null
        ? await client.messageMove(uids, folder, byUid)
        : otherwise === 'delete'
          ? await client.messageDelete(uids, byUid)
          : await client.messageFlagsAdd(uids, [mark], byUid);
    if (!isDone) throw new MailboxFailure('refused', folder === null ? otherwise : 'MOVE');
    options.putAway(folder !== null ? 'moved' : otherwise === 'delete' ? 'deleted' : 'left', uids.length);
  }

  /** Resolves when the server announces a new email, or after a while. The next command ends IDLE (RFC 2177). */
  private async newMail(): Promise<void> {
    const { client, options, signal } = this;
    if (this.hasNewMail) return;
    const waiting = new AbortController();
    const ends = { signal: AbortSignal.any([signal, waiting.signal]) };
    if (client.capabilities.has('IDLE')) client.idle().catch(() => undefined);
    const events = [
      once(client, 'exists', ends),
      once(client, 'close', ends),
      pause(options.pollMs, null, ends),
    ];
    await Promise.race(events.map((each) => each.catch(() => undefined)));
    waiting.abort();
    if (!client.usable) throw new MailboxFailure('unreachable', 'the server closed the connection');
  }
}

/** Takes only the server's text: the whole error can contain the command, and so the password. */
function failureOf(error: unknown): MailboxFailure {
  const { authenticationFailed, code, responseText, message } = error as {
    authenticationFailed?: boolean;
    code?: string;
    responseText?: string;
    message?: string;
  };
  const detail = (responseText ?? code ?? message ?? 'unknown').slice(0, 200);
  if (authenticationFailed) return new MailboxFailure('sign-in', detail);
  return new MailboxFailure(responseText === undefined ? 'unreachable' : 'refused', detail);
}
