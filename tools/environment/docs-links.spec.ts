import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const pages = globSync(['*.md', '{apps,clients,deploy,dev,docs,e2e,libs,tools}/**/*.md'], { cwd: root });
const targetsOf = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)#\s]+)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [target],
  );

/** The files and folders that a page names from the root, such as `libs/content` or `apps/gateway/src/main.ts`. */
const NAMED = /`((?:apps|clients|deploy|dev|docs|e2e|libs|tools)\/[\w./-]+)`/g;
const filesNamedIn = (text: string): string[] => [...text.matchAll(NAMED)].map(([, name = '']) => name);
const exists = (name: string): boolean =>
  ['', '.ts', '.tsx'].some((ending) => existsSync(join(root, `${name}${ending}`)));

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
    const named = filesNamedIn('`libs/content`, `apps/gateway/src/main`, `libs/nothing.ts`');
    expect(named.filter((name) => !exists(name))).toEqual(['libs/nothing.ts']);
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
