import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findWebKit } from './find-browsers';
import { PackageUnavailable } from './unpacked-package';

const optionsIn = (path: string) => ({ programs: path, environment: { PATH: path }, note: () => undefined });

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

describe('browsers', () => {
  it('are those on the PATH', async () => {
    const folder = folderWith('chromium', 'WebKitWebDriver', 'Xvfb');
    expect(await findChromium(optionsIn(folder))).toBe(join(folder, 'chromium'));
    expect(await findWebKit(optionsIn(folder))).toEqual({
      driver: join(folder, 'WebKitWebDriver'),
      display: join(folder, 'Xvfb'),
    });
  });

  it('are unavailable without packages', async () => {
    await expect(findChromium(optionsIn(folderWith()))).rejects.toThrow(PackageUnavailable);
    await expect(findWebKit(optionsIn(folderWith('Xvfb')))).rejects.toThrow(PackageUnavailable);
  });
});
