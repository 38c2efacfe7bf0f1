import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { version } from '../../../package.json';
import listed from '../../releases.json';

interface Release {
  version: string;
  commit: string;
  date: string;
}

const releases: readonly Release[] = listed;

function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** A shallow clone lacks commits, and an archive has none. The test is then shown as skipped. */
const hasHistory = git('rev-parse', '--is-shallow-repository') === 'false';

describe('a release', () => {
  if (releases.length === 0) {
    it.skip('skipped: no release yet', () => undefined);
    return;
  }

  it.each(releases.map((release) => [release.version, release.date]))(
    '%s has its section in the changelog',
    (name, date) => {
      expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## [${name}] - ${date}\n`);
    },
  );

  (hasHistory ? it : it.skip).each(releases.map((release) => [release.version, release.commit]))(
    '%s is a commit before this one (in a shallow clone, git fetch --unshallow brings it)',
    (_, commit) => {
      expect(git('merge-base', commit, 'HEAD')).toBe(commit);
    },
  );

  it('comes before the version of this checkout', () => {
    const last = releases.at(-1)?.version ?? '';
    expect(version.localeCompare(last, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });
});
