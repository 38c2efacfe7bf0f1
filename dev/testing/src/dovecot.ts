import { chmodSync, chownSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  Ports,
  type ServerProcess,
  answersTcp,
  findDovecot,
  startServer,
} from '../../local-services/src/index';
import { describeWith, fetching } from './fetched-programs';
import { serverCertificate } from './server-certificate';
import type { DirectoryWitness } from './servers/guard';

/** Like Jest's `describe`, for tests with an IMAP server, which only root can start. */
export function describeWithDovecot(name: string, tests: () => void): void {
  describeWith('dovecot', name, tests, process.getuid?.() !== 0 ? 'it needs root' : undefined);
}

/** A user of Debian's base system that owns all emails. */
const NOBODY = 65_534;
const READY_MS = 120_000;
const STOP_MS = 10_000;
/** The capabilities of the server without IDLE (RFC 2177). */
const PLAIN = 'IMAP4rev1 LITERAL+ SASL-IR ENABLE UIDPLUS MOVE UNSELECT';

export interface DovecotOptions {
  /** The port. If absent, any free port. */
  port?: number;
  /** Whether the server notifies clients of new email. */
  idle?: boolean;
  /** Whether emails may have keywords. */
  keywords?: boolean;
}

/**
 * A Dovecot with one mailbox, of the user `returns` with the password `a secret`, in a temporary directory of its own.
 */
export class Dovecot {
  private server: ServerProcess | undefined;
  private delivered = 0;

  private constructor(
    readonly port: number,
    readonly tlsPort: number,
    private readonly directory: string,
    private readonly witness: DirectoryWitness,
  ) {}

  /** @param witness ends the server if this process is killed */
  static async start(witness: DirectoryWitness, options: DovecotOptions = {}): Promise<Dovecot> {
    // Outside of the checkout, because only root may be able to read the checkout, and the server runs as other users.
    const directory = await mkdtemp(join(tmpdir(), 'dovecot-'));
    witness.directory?.(directory);
    // Different ports, which stay free for a restart.
    const ports = await Ports.open(directory);
    const port = options.port ?? (await ports.take('imap'));
    const dovecot = new Dovecot(port, await ports.take('imaps'), directory, witness);
    await dovecot.configure(options);
    await dovecot.start();
    return dovecot;
  }

  /** The URL of the mailbox for BOUNCE_MAILBOXES. */
  url(password = 'a secret', folder = 'INBOX'): string {
    return `imap://returns:${encodeURIComponent(password)}@127.0.0.1:${this.port}/${folder}`;
  }

  async start(): Promise<void> {
    const program = await findDovecot(fetching('dovecot'));
    this.server = await startServer({
      command: program.command,
      arguments: [...program.arguments(join(this.directory, 'dovecot.conf'))],
      environment: { PATH: process.env.PATH, ...program.environment },
      workingDirectory: this.directory,
      logFile: join(this.directory, 'output'),
      witness: this.witness,
      port: this.port,
      timeoutMs: READY_MS,
      answers: () => answersTcp(this.port),
    });
  }

  /** Kills all processes of the server at once. */
  async kill(): Promise<void> {
    await this.server?.kill();
    await rm(join(this.directory, 'run'), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await this.server?.stop(STOP_MS);
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Puts an email into INBOX as a mail server does. With flags, puts it there as a client has left it. */
  async deliver(mail: Uint8Array, flags = ''): Promise<void> {
    const name = `${Date.now()}.${++this.delivered}.test`;
    const draft = join(this.box, 'tmp', name);
    await writeFile(draft, mail);
    await chown(draft, NOBODY, NOBODY);
    const place = flags === '' ? join('new', name) : join('cur', `${name}:2,${flags}`);
    await rename(draft, join(this.box, place));
  }

  /** The emails of a folder that are not deleted. The flags are the letters after `:2,`. */
  async mails(folder = 'INBOX'): Promise<{ flags: string; text: string }[]> {
    const box = folder === 'INBOX' ? this.box : join(this.box, `.${folder}`);
    for (;;) {
      const paths = await pathsIn(box);
      const found = await Promise.all(
        paths.map(async (path) => ({
          flags: /:2,(\w*)$/.exec(path)?.[1] ?? '',
          text: await readFile(path, 'latin1').catch(() => ''),
        })),
      );
      // The server renames an email to show it or to mark it. In the meantime, readers find the email under no name, or
      // under two.
      if (isDeepStrictEqual(paths, await pathsIn(box))) return found;
    }
  }

  /**
   * Deletes the mapping of emails to UIDs, so that the mailbox gets another UIDVALIDITY. Call this only while the
   * server is stopped.
   */
  async forgetUids(): Promise<void> {
    const names = await readdir(this.box);
    for (const name of names.filter((each) => each.startsWith('dovecot')))
      await rm(join(this.box, name), { force: true, recursive: true });
  }

  async log(): Promise<string> {
    return readFile(join(this.directory, 'log'), 'utf8').catch(() => '');
  }

  private get box(): string {
    return join(this.directory, 'mail');
  }

  private async configure({ idle = true, keywords = true }: DovecotOptions): Promise<void> {
    const { directory } = this;
    chmodSync(directory, 0o711);
    for (const part of ['mail', 'mail/new', 'mail/cur', 'mail/tmp', 'home']) {
      await mkdir(join(directory, part));
      chownSync(join(directory, part), NOBODY, NOBODY);
    }
    const { cert, key } = await serverCertificate();
    await writeFile(join(directory, 'cert.pem'), cert);
    await writeFile(join(directory, 'key.pem'), key, { mode: 0o600 });
    await writeFile(join(directory, 'users'), 'returns:{PLAIN}a secret\n');
    // Without the right `w` of RFC 4314, the only flags are \\Seen and \\Deleted.
    if (!keywords) await writeFile(join(directory, 'mail/dovecot-acl'), 'owner lrtsiekx\n');
    const capability = idle ? '' : `imap_capability = ${PLAIN}`;
    const rights = keywords ? '' : 'mail_plugins = acl\nplugin {\n  acl = vfile\n}';
    await writeFile(
      join(directory, 'dovecot.conf'),
      `
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
import_environment = LD_LIBRARY_PATH
default_internal_user = mail
default_internal_group = mail
default_login_user = daemon
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
ssl = yes
ssl_cert = <${directory}/cert.pem
ssl_key = <${directory}/key.pem
first_valid_uid = 0
mail_location = maildir:${directory}/mail
mailbox_list_index = no
auth_failure_delay = 0
${capability}
${rights}
passdb {
  driver = passwd-file
  args = ${directory}/users
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${directory}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${this.port}
  }
  inet_listener imaps {
    port = ${this.tlsPort}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
    );
  }
}

async function pathsIn(box: string): Promise<string[]> {
  const paths = await Promise.all(
    ['new', 'cur'].map(async (part) =>
      (await readdir(join(box, part)).catch(() => [])).map((name) => join(box, part, name)),
    ),
  );
  return paths.flat().sort();
}
