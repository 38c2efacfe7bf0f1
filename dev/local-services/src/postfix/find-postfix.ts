import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { whileLocked } from '../processes/lock';
import { type FetchOptions, unpackPackage } from '../install/unpacked-package';
import { findProgram } from '../processes/run-command';

/** Postfix' programs: those of the machine's package, or of one that is unpacked and not installed. */
export interface PostfixPrograms {
  /** The directory of `smtp-sink`, `smtp-source`, `postconf` and so on. */
  commands: string;
  /** The directory of `master`, `smtpd` and so on. */
  daemons: string;
  /** Variables by which the programs find Postfix' own libraries. */
  environment: { readonly LD_LIBRARY_PATH: string };
}

/** A package that has the program, and libraries that a minimal Debian lacks; the C library is the machine's. */
const wanted = /^(?:postfix|lib(?!c6_|c-)[^/]+)_.*\.deb$/;

/**
 * Finds Debian's Postfix; the first time, its package is downloaded and unpacked, which needs no root and leaves the
 * machine as it is. Rejects with PackageUnavailable, or with another reason of a failure.
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

/** The command for one of Postfix' programs: on the PATH, or else as `findPostfix` has it. Rejects like that. */
export async function findPostfixProgram(
  name: 'smtp-sink' | 'smtp-source',
  options: FetchOptions,
): Promise<{ command: string; environment: Readonly<Record<string, string>> }> {
  const onPath = await findProgram(name, options.environment.PATH);
  if (onPath !== null) return { command: onPath, environment: {} };
  const { commands, environment } = await findPostfix(options);
  return { command: join(commands, name), environment };
}

/** The directories of libraries in an unpacked package. */
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

/** Downloads Debian's package and unpacks it into a directory, whole or not at all. Rejects like `findPostfix`. */
export function fetchPostfix(target: string, options: FetchOptions): Promise<void> {
  const programs = (root: string) => {
    const { commands, daemons, environment } = programsIn(root);
    return { files: [join(daemons, 'smtpd'), join(commands, 'smtp-sink')], environment };
  };
  return unpackPackage({ name: 'postfix', wanted, programs }, target, options);
}
