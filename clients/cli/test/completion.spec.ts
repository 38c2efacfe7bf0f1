import { spawnSync } from 'node:child_process';
import { carillon } from './carillon';

/** Returns the completions of bash for these words; the user is typing the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await carillon(['completion', 'bash']);
  const typed = ['carillon', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${stdout}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _carillon; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout: lines, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return lines.split('\n').filter((line) => line !== '');
}

describe('the shell', () => {
  it('completes nouns, verbs and options', async () => {
    expect(await offered('ca')).toEqual(['campaigns']);
    expect(await offered('campaigns', 'uns')).toEqual(['unschedule']);
    expect(await offered('groups', 'import', 'friends', 'people.csv', '--rej')).toEqual(['--rejected']);
    expect(await offered('integrations', 'add', 'em')).toEqual(['email']);
  });

  it('completes file names by default', async () => {
    expect(await offered('groups', 'import', 'friends', 'peop')).toEqual([]);
  });

  it('supports bash or zsh', async () => {
    expect((await carillon(['completion', 'zsh'])).stdout).toMatch(/^autoload -U \+X/);
    expect((await carillon(['completion', 'fish'])).code).toBe(2);
  });
});
