import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '@carillon/local-services';
import listed from '../../releases.json';

/** A released commit of this repository. dev/releases.json lists these commits, oldest first. */
export interface Release {
  version: string;
  commit: string;
}

const INSTALL_MS = 600_000;
const GIT_MS = 10_000;
const LOCK = 'package-lock.json';

/**
 * Finds the release to upgrade from: the last release that is not the commit of this checkout. Returns null if none
 * exists yet.
 */
export async function lastRelease(): Promise<Release | null> {
  const releases: readonly Release[] = listed;
  const { output } = await runCommand('git', ['rev-parse', 'HEAD'], {
    environment: process.env,
    timeoutMs: GIT_MS,
  });
  return releases.findLast(({ commit }) => commit !== output.trim()) ?? null;
}

/**
 * Extracts the files of a release to a separate folder below `folder`, and installs and builds them with the
 * release's own scripts, unless that was done before. Returns the folder.
 */
export async function buildRelease({ version, commit }: Release, folder: string): Promise<string> {
  const root = resolve(folder, `${version}-${commit.slice(0, 7)}`);
  if ((await textOf(join(root, LOCK))) === null) await unpack(commit, root);
  // If the release needs the same packages as this checkout, it uses the packages of this checkout.
  if ((await textOf(join(root, LOCK))) === (await textOf(LOCK)))
    await symlink(resolve('node_modules'), join(root, 'node_modules')).catch(() => undefined);
  const tools = JSON.stringify(pathToFileURL(join(root, 'tools', 'prepare.mjs')).href);
  const program = `process.chdir(${JSON.stringify(root)}); import(${tools}).then(({ prepare }) => prepare())`;
  await must(process.execPath, ['--eval', program], root);
  return root;
}

/** Fetches the commit if a shallow clone lacks it. */
async function unpack(commit: string, root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  const archive = join(root, 'release.tar');
  await must('git', ['archive', '--output', archive, commit], process.cwd());
  await must('tar', ['--extract', '--file', archive, '--directory', root], root);
  await rm(archive);
}

async function must(command: string, args: readonly string[], directory: string): Promise<void> {
  const environment = { ...process.env, NODE_OPTIONS: '' };
  const { ok, failure, output } = await runCommand(command, args, { environment, timeoutMs: INSTALL_MS });
  if (!ok) throw new Error(`The release cannot be made in ${directory}: ${failure}\n${output}`);
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}
