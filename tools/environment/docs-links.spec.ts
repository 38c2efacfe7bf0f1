import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const pages = globSync(['*.md', '{apps,clients,deploy,dev,docs,e2e,libs,tools}/**/*.md'], { cwd: root });
const targetsOf = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)#\s]+)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [target],
  );

const FOLDERS = '{apps,clients,deploy,dev,docs,e2e,libs,tools}';
const SOURCE = /\.(ts|tsx|mjs|mts|cjs)$/;
/** All files and folders, from the root. */
const stored = globSync(`${FOLDERS}/**/*`, { cwd: root, exclude: ['**/node_modules', '**/dist'] });
const parents = new Set(stored.flatMap((path) => dirname(path).split('/')));
/** Every way to name a file or folder: from any folder above it, source files with and without their ending. */
const known = new Set(
  stored.flatMap((path) => {
    const parts = path.split('/');
    const names = parts.map((_, depth) => parts.slice(depth).join('/'));
    return [...names, ...names.map((name) => name.replace(SOURCE, ''))];
  }),
);

/**
 * The files and folders that a page names, from the root (`libs/content`), from any other folder
 * (`leasing/expire-leases`), without a folder (`apply.ts`), or in a list after their folder: "`libs/smtp/src/`:
 * `mail.ts`, `reply.ts`".
 */
function filesNamedIn(text: string): string[] {
  const withoutNotes = text.replaceAll(/\s\([^()]*\)/g, '');
  const listed = [...withoutNotes.matchAll(/`([\w./-]+\/)`: (`[^`]+`(?:,?\s(?:and )?`[^`]+`)*)/g)].flatMap(
    ([, folder = '', names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => folder + name),
  );
  const single = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)\/?`/g)].map(([, name = '']) => name);
  return [...listed, ...single.filter(isPath)];
}

/** Values such as `text/html` also have a slash, but don't begin with the name of a folder. */
function isPath(name: string): boolean {
  const [first = '', ...rest] = name.split('/');
  return rest.length > 0 ? parents.has(first) : /^[\w.-]+\.(ts|tsx|mjs|mts|cjs)$/.test(name);
}

function exists(name: string): boolean {
  return known.has(name.replace(/\/$/, '')) || existsSync(join(root, name));
}

const decisions = globSync('docs/adr/0*.md', { cwd: root });

describe('the documentation', () => {
  it.each(pages)('links to files that exist: %s', (page) => {
    const missing = targetsOf(page).filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  it.each(pages)('names files that exist: %s', (page) => {
    expect(filesNamedIn(read(page)).filter((name) => !exists(name))).toEqual([]);
  });

  it('detects files that do not exist', () => {
    const named = filesNamedIn(
      '`libs/content`, `apps/gateway/src/main`, `libs/nothing.ts`; `ledger/apply.ts`, `ledger/nothing`; `apply.ts`, `nothing.ts`; ' +
        '`apps/dispatcher/src/ledger/`: `apply.ts` (`apply`), `settle`, `return-rates`; `text/html`, `application/json`, `batch.rev`',
    );
    expect(named.filter((name) => !exists(name))).toEqual([
      'apps/dispatcher/src/ledger/return-rates',
      'libs/nothing.ts',
      'ledger/nothing',
      'nothing.ts',
    ]);
  });

  it.each(decisions)('states the number, the date, and the status of a decision: %s', (decision) => {
    const number = Number(decision.split('/').at(-1)?.slice(0, 4));
    expect(read(decision)).toMatch(
      new RegExp(
        `^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\n\\nStatus: (accepted|superseded by \\[ADR)`,
      ),
    );
  });
});
