import { findProgram } from '../processes/run-command';
import { installPackages } from './packages';
import { type FetchOptions, PackageUnavailable } from './unpacked-package';

/**
 * Finds Chromium on the PATH or in Debian's package, which is installed the first time. Rejects with
 * PackageUnavailable, or with another reason for a failure.
 */
export async function findChromium(options: FetchOptions): Promise<string> {
  // A minimal Debian has no fonts.
  const [chromium] = await findOrInstall(['chromium'], ['chromium', 'fonts-dejavu-core'], options);
  return chromium;
}

interface WebKitPrograms {
  /** Drives the small browser that the engine brings. */
  driver: string;
  /** A display without a screen. */
  display: string;
}

/** Finds WebKitGTK, the engine of GNOME's programs, as `findChromium` finds Chromium. */
export async function findWebKit(options: FetchOptions): Promise<WebKitPrograms> {
  const packages = ['webkit2gtk-driver', 'xvfb', 'fonts-dejavu-core'];
  const [driver, display] = await findOrInstall(['WebKitWebDriver', 'Xvfb'], packages, options);
  return { driver, display };
}

/** Returns the paths of the programs, in the same order. */
async function findOrInstall<Names extends [string, ...string[]]>(
  names: readonly [...Names],
  packages: readonly string[],
  options: FetchOptions,
): Promise<{ [Each in keyof Names]: string }> {
  const missing: string[] = [];
  const find = async (): Promise<{ [Each in keyof Names]: string } | null> => {
    const found = await Promise.all(names.map((name) => findProgram(name, options.environment.PATH)));
    missing.splice(0, missing.length, ...names.filter((_, index) => found[index] === null));
    return missing.length === 0 ? (found as { [Each in keyof Names]: string }) : null;
  };
  const installed = await find();
  if (installed) return installed;
  if ((await findProgram('apt-get', options.environment.PATH)) === null)
    throw new PackageUnavailable('apt-get is not installed');
  if (process.getuid?.() !== 0) throw new PackageUnavailable('apt-get needs root, and this is not root');
  await installPackages(packages, options);
  const found = await find();
  if (!found) throw new Error(`the packages ${packages.join(', ')} lack ${missing.join(', ')}`);
  return found;
}
