import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const pages = globSync(['*.md', '{apps,clients,deploy,dev,docs,e2e,libs,tools}/**/*.md'], { cwd: root });
const targetsOf = (page: string): string[] => {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/\]\(([^)#\s]+)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [target],
  );
};

describe('the documentation', () => {
  it.each(pages)('links to files that exist: %s', (page) => {
    const missing = targetsOf(page).filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });
});
