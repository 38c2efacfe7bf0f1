import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServerOptions } from '../local-server';
import { type CommandResult, findProgram, runCommand } from '../processes/run-command';

export type FetchOptions = Pick<LocalServerOptions, 'programs' | 'environment' | 'note' | 'signal'>;

/** Thrown if a package cannot be downloaded, because the machine has no apt-get or no package archive responds. */
export class PackageUnavailable extends Error {
  override readonly name = 'PackageUnavailable';
}

const UPDATE_MS = 120_000;
const DOWNLOAD_MS = 120_000;
const SHORT_MS = 20_000;

/** A Debian package from which only some programs are used. */
export interface PackageToUnpack {
  name: string;
  /** Optional packages that the package does not depend on. */
  beside?: readonly string[];
  /** The archives to unpack: the package, and the packages that it needs in addition to the machine's packages. */
  wanted: RegExp;
  /** The programs, with the environment variables with which they find their libraries. */
  programs: (root: string) => { files: readonly string[]; environment: Readonly<Record<string, string>> };
}

/**
 * Downloads a Debian package and unpacks it into a directory, either completely or not at all. This needs no root and
 * leaves the machine unchanged. Rejects with PackageUnavailable, or with another reason for a failure.
 */
export async function unpackPackage(
  wanted: PackageToUnpack,
  target: string,
  options: FetchOptions,
): Promise<void> {
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  const archives = join(draft, 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  options.note(`fetching ${wanted.name} with apt-get`);
  await download([wanted.name, ...(wanted.beside ?? [])], draft, archives, options);
  for (const name of (await readdir(archives)).filter((each) => wanted.wanted.test(each)))
    await must('dpkg-deb', ['-x', join(archives, name), draft], options);
  await requireLibraries(wanted, draft, options);
  await rm(archives, { recursive: true });
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}

/**
 * Downloads packages, and the packages that they need in addition to the machine's packages. Changes none of apt's
 * own files.
 */
async function download(
  names: readonly string[],
  draft: string,
  archives: string,
  options: FetchOptions,
): Promise<void> {
  if ((await findProgram('apt-get', options.environment.PATH)) === null)
    throw new PackageUnavailable('apt-get is not installed');
  const lists = join(draft, 'lists');
  const own = [`Dir::Cache=${draft}`, `Dir::Cache::archives=${archives}`, 'Debug::NoLocking=1'];
  const brief = ['Acquire::Languages=none', 'Acquire::Retries=1', 'Acquire::http::Timeout=15'];
  const apt = (timeoutMs: number, words: readonly string[], more: readonly string[] = []) => {
    const settings = [...own, ...brief, ...more].flatMap((each) => ['-o', each]);
    return run('apt-get', ['-q', ...settings, ...words], timeoutMs, options);
  };
  const words = ['-y', '--no-install-recommends', '--download-only', 'install', ...names];
  if ((await apt(DOWNLOAD_MS, words)).ok) return;
  // The machine's package lists are missing or too old, so download new lists to a separate folder.
  await mkdir(join(lists, 'partial'), { recursive: true });
  const updated = await apt(UPDATE_MS, ['update'], [`Dir::State::lists=${lists}`]);
  if (!/^(?:Get|Hit):/m.test(updated.output)) {
    const reason = /^[EW]: (.*)/m.exec(updated.output)?.[1] ?? updated.failure;
    throw new PackageUnavailable(`no package archive responds: ${reason}`);
  }
  const downloaded = await apt(DOWNLOAD_MS, words, [`Dir::State::lists=${lists}`]);
  await rm(lists, { recursive: true });
  if (!downloaded.ok) throw new Error(downloaded.failure);
}

async function requireLibraries(
  { name, programs }: PackageToUnpack,
  root: string,
  options: FetchOptions,
): Promise<void> {
  const { files, environment } = programs(root);
  const output = await must('ldd', files, {
    ...options,
    environment: { ...options.environment, ...environment },
  });
  const missing = /\S+(?= => not found)/.exec(output)?.[0];
  if (missing !== undefined) throw new Error(`the fetched ${name} does not run here: there is no ${missing}`);
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
