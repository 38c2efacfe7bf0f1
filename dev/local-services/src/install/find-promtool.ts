import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../processes/run-command';
import { whileLocked } from '../processes/lock';
import { type FetchOptions, unpackPackage } from './unpacked-package';

const inside = (root: string): string => join(root, 'usr/bin/promtool');

/**
 * Finds promtool, which checks Prometheus rules, on the PATH or in Debian's Prometheus package, which is downloaded
 * and unpacked the first time. Rejects with PackageUnavailable, or with another reason for a failure.
 */
export async function findPromtool(options: FetchOptions): Promise<string> {
  const onPath = await findProgram('promtool', options.environment.PATH);
  if (onPath !== null) return onPath;
  const target = join(options.programs, 'prometheus');
  const prometheus = {
    name: 'prometheus',
    wanted: /^prometheus_.*\.deb$/,
    programs: (root: string) => ({ files: [inside(root)], environment: {} }),
  };
  await whileLocked(join(options.programs, 'prometheus.lock'), async () => {
    if (!existsSync(inside(target))) await unpackPackage(prometheus, target, options);
  });
  return inside(target);
}
