import { chmodSync, chownSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  PackageUnavailable,
  Ports,
  type ServerProcess,
  answersTcp,
  findPostfix,
  startServer,
  startSmtpSink,
} from '../../local-services/src/index';
import { describeWith, fetching } from './fetched-programs';
import { serverCertificate } from './server-certificate';
import type { DirectoryWitness } from './servers/guard';

const options = fetching('postfix');

/**
 * Like Jest's `describe`, for integration tests with Postfix's programs. Set `asRoot` if the tests start Postfix's
 * servers.
 */
export function describeWithPostfix(
  name: string,
  { asRoot = false }: { asRoot?: boolean },
  tests: () => void,
): void {
  describeWith('postfix', name, tests, asRoot && process.getuid?.() !== 0 ? 'it needs root' : undefined);
}

/** The reason why no Postfix can start on this machine, or null if it can. */
export async function whyNoPostfix(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'root has to start Postfix';
  try {
    await findPostfix(options);
    return null;
  } catch (error) {
    if (error instanceof PackageUnavailable) return error.message;
    throw error;
  }
}

/** Starts Postfix's test server on this port. Its flags define its misbehavior. */
export function startTestSmtpSink(port: number, flags: readonly string[]): ReturnType<typeof startSmtpSink> {
  return startSmtpSink(port, flags, options);
}

/** Parameters of main.cf: postconf(5). */
export type PostfixSettings = Readonly<Record<string, string>>;

export interface DeliveredMail {
  to: string;
  /**
   * The stored email, with one character for each byte. Lines end with LF, and Postfix's own header fields come first.
   */
  stored: string;
}

/**
 * User IDs of Debian's base system: one in place of Postfix's own user, which an unpacked package does not create,
 * and no one.
 */
const MAIL = 8;
const NOBODY = 65_534;
const LONG_AGO = new Date('2020-01-01');
const STOP_MS = 10_000;
const READY_MS = 120_000;

/** The directories of emails that are not delivered yet. */
const underway = ['incoming', 'active', 'deferred'];
const directories = [
  ...underway,
  'maildrop',
  'bounce',
  'corrupt',
  'defer',
  'flush',
  'hold',
  'private',
  'saved',
  'trace',
];

/** The services that receive and deliver an email, and the services that they query: master(5), none in a chroot. */
const services = (port: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`;

/**
 * A Postfix with all its files in a temporary directory. It accepts mail for example.org, and stores all of it. Its
 * master process starts without the script `postfix`, which requires users that only an installation creates.
 */
export class Postfix {
  /** The first process. All other processes belong to its group. */
  private master: ServerProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly witness: DirectoryWitness,
  ) {}

  /** @param witness ends Postfix if this process is killed */
  static async start(witness: DirectoryWitness, settings: PostfixSettings = {}): Promise<Postfix> {
    // Outside of the checkout, because only root may be able to read the checkout, and the server runs as other users.
    const directory = await mkdtemp(join(tmpdir(), 'postfix-'));
    witness.directory?.(directory);
    // It stays free for a restart.
    const port = await (await Ports.open(directory)).take('smtp');
    const postfix = new Postfix(port, directory, witness);
    try {
      await postfix.configure(settings);
      await postfix.start();
    } catch (error) {
      await postfix.remove();
      throw error;
    }
    return postfix;
  }

  /** Restarts Postfix after `stop`, with the emails that it had not delivered. */
  async start(): Promise<void> {
    const { daemons, environment } = await findPostfix(options);
    const configuration = join(this.directory, 'conf');
    this.master = await startServer({
      command: join(daemons, 'master'),
      arguments: ['-d', '-c', configuration],
      environment: { PATH: process.env.PATH, MAIL_CONFIG: configuration, ...environment },
      workingDirectory: this.directory,
      logFile: join(this.directory, 'master.log'),
      witness: this.witness,
      port: this.port,
      timeoutMs: READY_MS,
      answers: () => answersTcp(this.port),
    });
  }

  /** Stops Postfix as the last step of `postfix stop` does: kills all its processes at once. */
  async stop(): Promise<void> {
    await this.master?.stop(STOP_MS);
  }

  /** Stops Postfix and removes all its files. */
  async remove(): Promise<void> {
    await this.master?.kill();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** All delivered emails. An email that was being stored when Postfix was stopped counts once. */
  async delivered(): Promise<DeliveredMail[]> {
    const box = join(this.directory, 'mail', 'all', 'new');
    const names = await readdir(box).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(box, name), 'latin1')));
    const byQueueId = new Map(
      texts.map((stored) => [/^\t.* id (\w+)$/m.exec(stored)?.[1] ?? stored, stored]),
    );
    return [...byQueueId.values()].map((stored) => ({
      to: /^Delivered-To: (.*)$/m.exec(stored)?.[1] ?? '',
      stored,
    }));
  }

  /** Whether Postfix has accepted emails that are not delivered. */
  async isBusy(): Promise<boolean> {
    for (const name of underway) {
      const queue = join(this.directory, 'queue', name);
      // Deferred emails are in directories by the first letter of their names.
      for (const file of await readdir(queue, { recursive: true })) {
        const found = await stat(join(queue, file)).catch(() => null);
        // A file without this permission was not received completely.
        if (found?.isFile() && (found.mode & constants.S_IXUSR) !== 0) return true;
      }
    }
    return false;
  }

  /** The number of emails in each session that has ended. Sessions without emails are omitted. */
  async mailsBySession(): Promise<number[]> {
    const log = await readFile(join(this.directory, 'log'), 'latin1');
    const ends = log.split('\n').filter((line) => line.includes(': disconnect from '));
    const counts = ends.map((line) =>
      [...line.matchAll(/ (?:data|bdat)=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0),
    );
    return counts.filter((count) => count > 0);
  }

  /** The number of emails that were sent in one piece, in sessions that have ended. */
  async chunks(): Promise<number> {
    const log = await readFile(join(this.directory, 'log'), 'latin1');
    return [...log.matchAll(/: disconnect from .* bdat=(\d+)/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  }

  /**
   * The number of emails that Postfix forwarded to another server for the recipients' domain, according to its log.
   */
  async handedOn(domain: string): Promise<number> {
    const log = await readFile(join(this.directory, 'log'), 'latin1');
    return log
      .split('\n')
      .filter((line) => line.includes(`@${domain}>, relay=`) && line.includes('status=sent')).length;
  }

  private async configure(settings: PostfixSettings): Promise<void> {
    const { directory } = this;
    chmodSync(directory, 0o711);
    const queue = join(directory, 'queue');
    for (const name of ['conf', 'queue/pid', 'queue/public', 'mail', 'data'])
      await mkdir(join(directory, name), { recursive: true });
    for (const name of directories) await mkdir(join(queue, name), { mode: 0o700 });
    for (const name of directories) chownSync(join(queue, name), MAIL, 0);
    chownSync(join(queue, 'public'), MAIL, 0);
    chownSync(join(directory, 'data'), MAIL, 0);
    chownSync(join(directory, 'mail'), NOBODY, 0);
    const { cert, key } = await serverCertificate();
    await writeFile(join(directory, 'conf', 'server.pem'), key + cert, { mode: 0o600 });
    const lines = Object.entries({ ...(await this.basics()), ...settings });
    const main = join(directory, 'conf', 'main.cf');
    await writeFile(main, lines.map(([name, value]) => `${name} = ${value}\n`).join(''));
    // Each Postfix process waits until a configuration file is several seconds old, in case the file is being written.
    await utimes(main, LONG_AGO, LONG_AGO);
    await writeFile(join(directory, 'conf', 'master.cf'), services(this.port));
  }

  private async basics(): Promise<PostfixSettings> {
    const { commands, daemons } = await findPostfix(options);
    const { directory } = this;
    return {
      compatibility_level: '3.6',
      mail_owner: 'mail',
      setgid_group: 'daemon',
      queue_directory: join(directory, 'queue'),
      data_directory: join(directory, 'data'),
      daemon_directory: daemons,
      command_directory: commands,
      import_environment: 'MAIL_CONFIG LD_LIBRARY_PATH',
      maillog_file: join(directory, 'log'),
      maillog_file_prefixes: directory,
      inet_interfaces: '127.0.0.1',
      inet_protocols: 'ipv4',
      myhostname: 'mx.example',
      fast_flush_domains: '',
      mydestination: '',
      alias_maps: '',
      local_recipient_maps: '',
      smtpd_relay_restrictions: 'reject_unauth_destination',
      // Clients on this machine have the same limits as others.
      mynetworks: '',
      smtpd_client_event_limit_exceptions: '',
      virtual_mailbox_domains: 'example.org',
      virtual_mailbox_base: join(directory, 'mail'),
      virtual_mailbox_maps: 'static:all/',
      virtual_mailbox_limit: '0',
      virtual_uid_maps: `static:${NOBODY}`,
      virtual_gid_maps: `static:${NOBODY}`,
      smtpd_tls_chain_files: join(directory, 'conf', 'server.pem'),
    };
  }
}
