import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FetchOptions, unpackPackage } from '../install/unpacked-package';
import { whileLocked } from '../processes/lock';
import { findProgram } from '../processes/run-command';
import { librariesIn } from './find-postfix';

/** The command that starts Dovecot's first process with its configuration. */
export interface DovecotProgram {
  command: string;
  arguments: (configuration: string) => readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** The server, IMAP, and libraries that a minimal Debian lacks. The C library is the machine's own. */
const wanted = /^(?:dovecot-(?:core|imapd)|lib(?!c6_|c-)[^/]+)_.*\.deb$/;

/**
 * Finds Debian's Dovecot. The first time, downloads and unpacks its packages, which leaves the machine unchanged. Its
 * programs look for one another below /usr. An unpacked Dovecot sees its own files there, in a separate mount
 * namespace, which needs root. Rejects with PackageUnavailable, or with another reason for a failure.
 */
export async function findDovecot(options: FetchOptions): Promise<DovecotProgram> {
  const installed = await findProgram('dovecot', `${options.environment.PATH ?? ''}:/usr/sbin`);
  if (installed !== null && existsSync('/usr/lib/dovecot/imap')) {
    return { command: installed, arguments: (file) => ['-F', '-c', file], environment: {} };
  }
  const target = join(options.programs, 'dovecot');
  await whileLocked(join(options.programs, 'dovecot.lock'), async () => {
    if (!existsSync(join(target, 'usr/lib/dovecot/imap'))) await fetchDovecot(target, options);
  });
  const begin =
    'mount -t overlay overlay -o "lowerdir=$0/usr:/usr" /usr && exec /usr/sbin/dovecot -F -c "$1"';
  return {
    command: 'unshare',
    arguments: (file) => ['--mount', '--propagation', 'private', 'sh', '-c', begin, target, file],
    environment: { LD_LIBRARY_PATH: librariesIn(target).join(':') },
  };
}

function fetchDovecot(target: string, options: FetchOptions): Promise<void> {
  const programs = (root: string) => {
    const own = join(root, 'usr/lib/dovecot');
    const environment = { LD_LIBRARY_PATH: [own, ...librariesIn(root)].join(':') };
    return {
      files: [join(own, 'imap'), join(own, 'imap-login'), join(root, 'usr/sbin/dovecot')],
      environment,
    };
  };
  return unpackPackage({ name: 'dovecot-imapd', wanted, programs }, target, options);
}
