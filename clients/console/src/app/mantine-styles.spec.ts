import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const library = dirname(require.resolve('@mantine/core/styles.css'));
const read = (file: string): string => readFileSync(file, 'utf8');
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

/** The names that the files import from Mantine's core. */
function importedBy(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    [...read(file).matchAll(/import (?:type )?\{([^}]+)\} from ['"]@mantine\/core['"]/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim()),
    ),
  );
}

/** Generated class names, such as `m_87cf2631`. */
const classesOf = (text: string): string[] => [...new Set(text.match(/\bm_[0-9a-z]+\b/g))];

/** The class names of the components, and of the components that they consist of. */
function classesOfComponents(names: readonly string[]): ReadonlySet<string> {
  const modules = new Map(
    [...read(join(library, 'esm/index.mjs')).matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g)].flatMap(
      ([, exported = '', file = '']) => exported.split(',').map((name) => [name.trim(), file] as const),
    ),
  );
  const visited = new Set<string>();
  const visit = (file: string): void => {
    if (visited.has(file)) return;
    visited.add(file);
    for (const [, imported = ''] of read(file).matchAll(/from "(\.[^"]+\.mjs)"/g)) {
      visit(resolve(dirname(file), imported));
    }
  };
  for (const name of names) {
    const file = modules.get(name);
    if (file !== undefined) visit(join(library, 'esm', file));
  }
  const classLists = [...visited].filter((file) => file.endsWith('.module.mjs'));
  return new Set(classLists.flatMap((file) => classesOf(read(file))));
}

const sources = filesBelow(join(__dirname, '..')).filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
const parts = ['charts', 'notifications']
  .flatMap((name) => filesBelow(join(library, '..', name, 'esm')))
  .filter((file) => file.endsWith('.mjs'));
const used = classesOfComponents(importedBy([...sources, ...parts]));

const everyStyle = read(join(library, 'styles.css'));
const styles = readdirSync(join(library, 'styles'))
  .filter((file) => !file.endsWith('.layer.css'))
  .map((file) => ({ file, text: read(join(library, 'styles', file)).trim() }))
  .sort((a, b) => everyStyle.indexOf(a.text) - everyStyle.indexOf(b.text));

const loaded = [
  ...read(join(__dirname, 'mantine-styles.ts')).matchAll(/@mantine\/core\/styles\/(\S+)'/g),
].map(([, file]) => file);

describe('the styles of Mantine', () => {
  it('are found, with the components that use them', () => {
    expect(used.size).toBeGreaterThan(150);
    for (const { file, text } of styles) expect([file, everyStyle.includes(text)]).toEqual([file, true]);
  });

  it('are those of the components of the console, in the order of the library', () => {
    const needed = styles.filter(({ text }) => {
      const classes = classesOf(text);
      // The styles of all pages have no generated class names.
      return classes.length === 0 || classes.some((name) => used.has(name));
    });
    expect(loaded).toEqual(needed.map(({ file }) => file));
  });
});
