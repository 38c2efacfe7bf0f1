import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { whileLocked } from '../processes/lock';
import { fetchWheels } from './packages';
import type { FetchOptions } from './unpacked-package';

/** Ed25519 needs PyNaCl, and dkimpy doesn't start without dnspython. */
const requirements = 'dkimpy==1.1.8\npynacl==1.6.2\ncffi==2.1.1\ndnspython==2.9.2\n';

/**
 * Finds dkimpy, which verifies DKIM signatures, for `python3`. It is downloaded from the Python package index the first
 * time. Returns the directory for PYTHONPATH.
 */
export async function findDkimpy(options: FetchOptions): Promise<string> {
  const target = join(options.programs, 'dkimpy-1.1.8');
  await whileLocked(join(options.programs, 'dkimpy.lock'), async () => {
    if (existsSync(target)) return;
    await fetchWheels({ name: 'dkimpy', requirements, sources: ['dkimpy'] }, target, {
      ...options,
      directory: target,
    });
  });
  return target;
}
