import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWith } from '../../../dev/testing/src/fetched-programs';
import { root } from './apps';
import { actionlint } from './programs';

const workflows = ['test.yml', 'publish.yml'].map((name) => join(root, '.github', 'workflows', name));

/** Runs actionlint and returns its findings. Disables the checks that need programs that only some machines have. */
async function lint(...files: string[]): Promise<string> {
  const args = ['-shellcheck=', '-pyflakes=', '-oneline', '-no-color', ...files];
  const { stdout } = await promisify(execFile)(actionlint, args, { cwd: root }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}

describeWith('actionlint', 'the workflows that test and publish', () => {
  it('are valid for the host of the repository', async () => {
    expect(await lint(...workflows)).toBe('');
  });

  it('are checked for outputs that no step has', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
    const broken = join(folder, 'publish.yml');
    const text = readFileSync(join(root, '.github', 'workflows', 'publish.yml'), 'utf8');
    writeFileSync(broken, text.replaceAll('steps.release.', 'steps.version.'));
    expect(await lint(broken)).toContain('property "version" is not defined');
    rmSync(folder, { recursive: true });
  });
});
