import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PackageUnavailable } from '../install/unpacked-package';
import { fetchPostfix } from './find-postfix';

/** Downloads Postfix with this script in place of apt-get, or without apt-get if the script is null. */
async function failure(script: string | null): Promise<unknown> {
  const place = mkdtempSync(join(tmpdir(), 'apt-'));
  if (script !== null) {
    writeFileSync(join(place, 'apt-get'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(place, 'apt-get'), 0o755);
  }
  const target = join(place, 'postfix');
  const options = { programs: place, environment: { PATH: place }, note: () => undefined };
  const error: unknown = await fetchPostfix(target, options).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(existsSync(target)).toBe(false);
  return error;
}

describe('fetching Postfix', () => {
  it('is not possible without apt-get', async () => {
    expect(await failure(null)).toBeInstanceOf(PackageUnavailable);
  });

  it('is not possible if no package archive responds', async () => {
    const error = await failure(
      'echo "Err:1 http://archive.example bookworm InRelease"; echo "E: Unable to fetch"; exit 100',
    );
    expect(error).toBeInstanceOf(PackageUnavailable);
    expect(error).toMatchObject({ message: expect.stringContaining('Unable to fetch') as string });
  });

  it('fails if an archive responds and the package is unavailable', async () => {
    const error = await failure(
      'case "$*" in *update*) echo "Get:1 http://archive.example bookworm InRelease";; *) echo "E: Broken"; exit 100;; esac',
    );
    expect(error).not.toBeInstanceOf(PackageUnavailable);
    expect(error).toMatchObject({ message: 'apt-get failed: E: Broken' });
  });

  it('fails if the download contains nothing usable', async () => {
    const error = await failure('exit 0');
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PackageUnavailable);
  });
});
