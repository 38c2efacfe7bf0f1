import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const root = resolve(__dirname, '../..');
const folder = join(root, '.github', 'workflows');
const files = readdirSync(folder);
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The folders that .gitignore excludes. */
const leftOut = new Set(['.git', '.carillon', '.env', 'coverage', 'dist', 'node_modules']);

function filesBelow(place: string): string[] {
  const entries = readdirSync(place, { withFileTypes: true }).filter(({ name }) => !leftOut.has(name));
  return entries.flatMap((entry) => {
    const path = join(place, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

interface Step {
  uses?: string;
  run?: string;
}
interface Job {
  uses?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps?: Step[];
}
interface Workflow {
  permissions: object;
  concurrency: object;
  jobs: Record<string, Job>;
}
const workflowOf = (file: string): Workflow => parse(read(file)) as Workflow;
const jobsOf = (file: string): Job[] => Object.values(workflowOf(file).jobs);

/**
 * The repository files that a workflow runs or reads, and its npm scripts: words with a slash, and names after `npm
 * run`.
 */
function namedIn(script: string): { files: string[]; scripts: string[] } {
  const words = script.split(/\s+/);
  return {
    files: words.filter((word) => /^\.?[\w-]+(\/[\w.-]+)+$/.test(word)),
    scripts: [...script.matchAll(/npm (?:run )?(?!run|ci\b)([\w:-]+)/g)].map(([, name = '']) => name),
  };
}

describe.each(files)('the workflow %s', (file) => {
  it('runs only files and scripts of the repository', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = jobsOf(file)
      .flatMap(({ steps = [] }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])))
      .map(namedIn);
    const called = jobsOf(file).flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    const wanted = [...named.flatMap((each) => each.files), ...called];
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(named.flatMap((each) => each.scripts).filter((name) => !(name in scripts))).toEqual([]);
  });

  it('pins each action to a commit, and names its release', () => {
    const uses = [...read(file).matchAll(/uses: (?!\.\/)(.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    expect(
      uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? '')),
    ).toEqual([]);
  });

  it('grants only permissions that a job names, and has a time limit', () => {
    expect(workflowOf(file)).toMatchObject({ permissions: {}, concurrency: expect.any(Object) as object });
    expect(Object.keys(workflowOf(file).permissions)).toEqual([]);
    for (const job of jobsOf(file)) {
      expect(job.permissions).toMatchObject({ contents: 'read' });
      if (job.uses === undefined) expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });
});

it('only the publishing job has write access', () => {
  const writing = files.flatMap((file) =>
    Object.entries(workflowOf(file).jobs).flatMap(([name, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([right, value]) =>
        value === 'read' ? [] : [[file, name, right]],
      ),
    ),
  );
  expect(writing).toEqual([['publish.yml', 'publish', 'packages']]);
});

it('reports a reference to a missing file or script', () => {
  expect(namedIn('node tools/a/b.mjs "$X" >> "$Y"\nnpm run build\n.ci/run\nnpm test\nnpm ci')).toEqual({
    files: ['tools/a/b.mjs', '.ci/run'],
    scripts: ['build', 'test'],
  });
});

describe('a published image', () => {
  it('goes to the registry in the settings, because no registry is named here', () => {
    // Debian has a package named docker.io.
    const hosts =
      /\b(?:ghcr|quay|gcr)\.io\b|\bdocker\.io\/|\becr\.aws\b|\bnpmjs\.|\byarnpkg\.com|\bpypi\.org|\bpythonhosted\.|\bproxy\.golang/;
    const naming = filesBelow(root).filter((file) => hosts.test(readFileSync(file, 'utf8')));
    expect(naming).toEqual([]);
    expect(['ghcr', 'docker'].map((name) => hosts.test(`${name}.io/team`))).toEqual([true, true]);
  });

  describe('of a release', () => {
    let place: string;
    beforeEach(() => {
      place = mkdtempSync(join(tmpdir(), 'release-'));
    });
    afterEach(() => rmSync(place, { recursive: true }));

    const print = (version: string, tag: string, changes = `## [${version}] - 2026-11-23`): string => {
      writeFileSync(join(place, 'package.json'), JSON.stringify({ version }));
      writeFileSync(join(place, 'CHANGELOG.md'), `# Changelog\n\n${changes}\n`);
      return execFileSync(
        process.execPath,
        [join(__dirname, 'print-release.mjs'), tag, 'registry.example.com:5000/team'],
        { cwd: place, encoding: 'utf8', stdio: 'pipe' },
      );
    };

    it('has the version as its tag, and is the newest of its minor version', () => {
      const image = 'registry.example.com:5000/team/carillon';
      expect(print('0.4.1', 'v0.4.1').split('\n')).toEqual([
        'version=0.4.1',
        'host=registry.example.com:5000',
        `tags=${image}:0.4.1,${image}:0.4`,
        '',
      ]);
    });

    it('has only its own tag if it is a pre-release', () => {
      expect(print('0.4.0-rc.1', 'v0.4.0-rc.1')).toMatch(/^tags=\S+:0\.4\.0-rc\.1$/m);
    });

    it.each([
      ['with a tag of another version', '0.4.0', 'v0.4.1', '## [0.4.0]', 'is not of this release'],
      ['without a changelog section', '0.4.0', 'v0.4.0', '## [Unreleased]', 'has no section [0.4.0]'],
    ])('is not published %s', (_, version, tag, changes, reason) => {
      expect(() => print(version, tag, changes)).toThrow(reason);
    });
  });
});
