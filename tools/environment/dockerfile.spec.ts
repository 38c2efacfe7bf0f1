import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '../../programs.cjs';

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const folders = [
  ...new Set(['libs', ...Object.keys(programs).map((program) => program.split('/')[0] ?? '')]),
];

describe('the build of the images', () => {
  it.each(folders)('copies the folder %s, which the build needs', (folder) => {
    expect(read('Dockerfile').split('\n')).toContain(`COPY ${folder} ${folder}`);
    expect(read('.dockerignore').split('\n')).toContain(`!${folder}`);
  });

  it('copies every configuration file of the build', () => {
    const [, copied = ''] = /^COPY (nest-cli\.json .*) \.\/$/m.exec(read('Dockerfile')) ?? [];
    for (const name of [...copied.split(' '), 'package.json', 'package-lock.json', '.npmrc']) {
      expect(read('.dockerignore').split('\n')).toContain(`!${name}`);
    }
    expect(copied.split(' ')).toEqual(
      expect.arrayContaining([
        'nest-cli.json',
        'tsconfig.json',
        'programs.cjs',
        'rspack.config.cjs',
        'swc.config.cjs',
      ]),
    );
  });
});
