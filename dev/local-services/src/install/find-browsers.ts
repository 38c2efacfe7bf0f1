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
  type Paths = { [Each in keyof Names]: string };
  const { PATH } = options.environment;
  const find = () => Promise.all(names.map((name) => findProgram(name, PATH)));
  const installed = await find();
  if (!installed.includes(null)) return installed as Paths;
  if ((await findProgram('apt-get', PATH)) === null) throw new PackageUnavailable('apt-get is not installed');
  if (process.getuid?.() !== 0) throw new PackageUnavailable('apt-get needs root, and this is not root');
  await installPackages(packages, options);
  const found = await find();
  const missing = names.filter((_, index) => found[index] === null);
  if (missing.length > 0) throw new Error(`the packages ${packages.join(', ')} lack ${missing.join(', ')}`);
  return found as Paths;
}
