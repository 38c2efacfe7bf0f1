import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium';
import { PackageUnavailable } from './unpacked-package';

const optionsIn = (path: string) => ({ programs: path, environment: { PATH: path }, note: () => undefined });

describe('Chromium', () => {
  it('is the one on the PATH', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
    const program = join(folder, 'chromium');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    expect(await findChromium(optionsIn(folder))).toBe(program);
  });

  it('is unavailable without packages', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'chromium-'));
    await expect(findChromium(optionsIn(empty))).rejects.toThrow(PackageUnavailable);
  });
});
