import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { whileLocked } from '../install/lock';
import type { LocalServerOptions } from '../local-server';
import { type CommandResult, findProgram, runCommand } from '../processes/run-command';

/** Postfix' programs: those of the machine's package, or of one that is unpacked and not installed. */
export interface PostfixPrograms {
  /** The directory of `smtp-sink`, `smtp-source`, `postconf` and so on. */
  commands: string;
  /** The directory of `master`, `smtpd` and so on. */
  daemons: string;
  /** Variables by which the programs find Postfix' own libraries. */
  environment: { readonly LD_LIBRARY_PATH: string };
}

export type FetchOptions = Pick<LocalServerOptions, 'programs' | 'environment' | 'say' | 'signal'>;

/** Thrown where Postfix cannot be had: there is no apt-get, or no package archive answers. */
export class PostfixUnavailable extends Error {
  override readonly name = 'PostfixUnavailable';
}

const UPDATE_MS = 120_000;
const DOWNLOAD_MS = 120_000;
const SHORT_MS = 20_000;
/** A package that has the program, and libraries that a minimal Debian lacks; the C library is the machine's. */
const wanted = /^(?:postfix|lib(?!c6_|c-)[^/]+)_.*\.deb$/;

/**
 * Finds Debian's Postfix; the first time, its package is downloaded and unpacked, which needs no root and leaves the
 * machine as it is. Rejects with PostfixUnavailable, or with another reason of a failure.
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

function programsIn(root: string): PostfixPrograms {
  const libraries = ['usr/lib', 'lib'].flatMap((folder) => {
    const found = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    return found.filter((name) => name.includes('-linux-gnu')).map((name) => join(root, folder, name));
  });
  const own = join(root, 'usr/lib/postfix');
  return {
    commands: join(root, 'usr/sbin'),
    daemons: join(own, 'sbin'),
    environment: { LD_LIBRARY_PATH: [own, ...(root === '/' ? [] : libraries)].join(delimiter) },
  };
}

function isThere({ commands, daemons }: PostfixPrograms): boolean {
  return existsSync(join(daemons, 'smtpd')) && existsSync(join(commands, 'smtp-sink'));
}

/** Downloads Debian's package and unpacks it into a directory, whole or not at all. Rejects like `findPostfix`. */
export async function fetchPostfix(target: string, options: FetchOptions): Promise<void> {
  const { say } = options;
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  const archives = join(draft, 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  say('fetching postfix with apt-get');
  await download(draft, archives, options);
  for (const name of (await readdir(archives)).filter((each) => wanted.test(each)))
    await must('dpkg-deb', ['-x', join(archives, name), draft], options);
  await requireLibraries(programsIn(draft), options);
  await rm(archives, { recursive: true });
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}

/** Downloads the package with what it needs beyond the machine's packages; touches no file of apt's own. */
async function download(draft: string, archives: string, options: FetchOptions): Promise<void> {
  if ((await findProgram('apt-get', options.environment.PATH)) === null)
    throw new PostfixUnavailable('apt-get is not there');
  const lists = join(draft, 'lists');
  const own = [`Dir::Cache=${draft}`, `Dir::Cache::archives=${archives}`, 'Debug::NoLocking=1'];
  const brief = ['Acquire::Languages=none', 'Acquire::Retries=1', 'Acquire::http::Timeout=15'];
  const apt = (timeoutMs: number, words: readonly string[], more: readonly string[] = []) => {
    const settings = [...own, ...brief, ...more].flatMap((each) => ['-o', each]);
    return run('apt-get', ['-q', ...settings, ...words], timeoutMs, options);
  };
  const words = ['-y', '--no-install-recommends', '--download-only', 'install', 'postfix'];
  if ((await apt(DOWNLOAD_MS, words)).ok) return;
  // The machine's package lists are missing or too old: new ones of our own.
  await mkdir(join(lists, 'partial'), { recursive: true });
  const updated = await apt(UPDATE_MS, ['update'], [`Dir::State::lists=${lists}`]);
  if (!/^(?:Get|Hit):/m.test(updated.output)) {
    const reason = /^[EW]: (.*)/m.exec(updated.output)?.[1] ?? updated.failure;
    throw new PostfixUnavailable(`no package archive answers: ${reason}`);
  }
  const downloaded = await apt(DOWNLOAD_MS, words, [`Dir::State::lists=${lists}`]);
  await rm(lists, { recursive: true });
  if (!downloaded.ok) throw new Error(downloaded.failure);
}

async function requireLibraries(postfix: PostfixPrograms, options: FetchOptions): Promise<void> {
  const programs = [join(postfix.daemons, 'smtpd'), join(postfix.commands, 'smtp-sink')];
  const environment = { ...options.environment, ...postfix.environment };
  const output = await must('ldd', programs, { ...options, environment });
  const missing = /\S+(?= => not found)/.exec(output)?.[0];
  if (missing !== undefined) throw new Error(`the fetched postfix does not run here: there is no ${missing}`);
}

async function must(command: string, args: readonly string[], options: FetchOptions): Promise<string> {
  const { ok, output, failure } = await run(command, args, SHORT_MS, options);
  if (!ok) throw new Error(failure);
  return output;
}

function run(
  command: string,
  args: readonly string[],
  timeoutMs: number,
  { environment, signal }: FetchOptions,
): Promise<CommandResult> {
  const quiet = { ...environment, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  return runCommand(command, args, { environment: quiet, timeoutMs, signal });
}
