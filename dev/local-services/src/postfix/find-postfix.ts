import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { whileLocked } from '../processes/lock';
import { type FetchOptions, unpackPackage } from '../install/unpacked-package';
import { findProgram } from '../processes/run-command';

/** Postfix's programs: from the machine's package, or from a package that is unpacked without installation. */
export interface PostfixPrograms {
  /** The directory of `smtp-sink`, `smtp-source`, `postconf`, and so on. */
  commands: string;
  /** The directory of `master`, `smtpd`, and so on. */
  daemons: string;
  /** The environment variables with which the programs find Postfix's own libraries. */
  environment: { readonly LD_LIBRARY_PATH: string };
}

/**
 * A package that contains the program, and libraries that a minimal Debian lacks. The C library is the machine's own.
 */
const wanted = /^(?:postfix|lib(?!c6_|c-)[^/]+)_.*\.deb$/;

/**
 * Finds Debian's Postfix. The first time, downloads and unpacks its package, which needs no root and leaves the
 * machine unchanged. Rejects with PackageUnavailable, or with another reason for a failure.
 */
export async function findPostfix(options: FetchOptions): Promise<PostfixPrograms> {
  const installed = programsIn('/');
  if (isThere(installed)) return installed;
  const target = join(options.programs, 'postfix');
  await whileLocked(join(options.programs, 'postfix.lock'), async () => {
    if (!isThere(programsIn(target))) await fetchPostfix(target, options);
  });
  return programsIn(target);
}

/** The command for one of Postfix's programs: on the PATH, or else from `findPostfix`. Rejects like `findPostfix`. */
export async function findPostfixProgram(
  name: 'smtp-sink' | 'smtp-source',
  options: FetchOptions,
): Promise<{ command: string; environment: Readonly<Record<string, string>> }> {
  const onPath = await findProgram(name, options.environment.PATH);
  if (onPath !== null) return { command: onPath, environment: {} };
  const { commands, environment } = await findPostfix(options);
  return { command: join(commands, name), environment };
}

/** The library directories in an unpacked package. */
export function librariesIn(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((folder) => {
    const found = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    return found.filter((name) => name.includes('-linux-gnu')).map((name) => join(root, folder, name));
  });
}

function programsIn(root: string): PostfixPrograms {
  const own = join(root, 'usr/lib/postfix');
  return {
    commands: join(root, 'usr/sbin'),
    daemons: join(own, 'sbin'),
    environment: { LD_LIBRARY_PATH: [own, ...(root === '/' ? [] : librariesIn(root))].join(delimiter) },
  };
}

function isThere({ commands, daemons }: PostfixPrograms): boolean {
  return existsSync(join(daemons, 'smtpd')) && existsSync(join(commands, 'smtp-sink'));
}

/**
 * Downloads Debian's package and unpacks it into a directory, either completely or not at all. Rejects like
 * `findPostfix`.
 */
export function fetchPostfix(target: string, options: FetchOptions): Promise<void> {
  const programs = (root: string) => {
    const { commands, daemons, environment } = programsIn(root);
    return { files: [join(daemons, 'smtpd'), join(commands, 'smtp-sink')], environment };
  };
  return unpackPackage({ name: 'postfix', wanted, programs }, target, options);
}
