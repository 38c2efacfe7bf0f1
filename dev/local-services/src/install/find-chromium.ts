import { findProgram } from '../processes/run-command';
import { installPackages } from './packages';
import { type FetchOptions, PackageUnavailable } from './unpacked-package';

/** The packages of the browser, and fonts, because a minimal Debian has none. */
const PACKAGES = ['chromium', 'fonts-dejavu-core'];

/**
 * Finds Chromium on the PATH or in Debian's package, which is installed the first time. Rejects with
 * PackageUnavailable, or with another reason for a failure.
 */
export async function findChromium(options: FetchOptions): Promise<string> {
  const find = () => findProgram('chromium', options.environment.PATH);
  const installed = await find();
  if (installed !== null) return installed;
  if ((await findProgram('apt-get', options.environment.PATH)) === null)
    throw new PackageUnavailable('apt-get is not installed');
  if (process.getuid?.() !== 0) throw new PackageUnavailable('apt-get needs root, and this is not root');
  await installPackages(PACKAGES, options);
  const found = await find();
  if (found === null) throw new Error('the package chromium has no program chromium');
  return found;
}
