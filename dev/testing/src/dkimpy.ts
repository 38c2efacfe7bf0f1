import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findDkimpy } from '../../local-services/src/index';
import { describeWith, fetching } from './fetched-programs';

/** Like Jest's `describe`, for tests that verify signatures. */
export function describeWithDkimpy(name: string, tests: () => void): void {
  describeWith('dkimpy', name, tests);
}

/**
 * Verifies emails with dkimpy, which shares no code with ours. Returns the results of each email, one for each of its
 * signatures. `records`: the texts of TXT records, by name.
 */
export async function verifyDkim(
  mails: readonly Buffer[],
  records: Readonly<Record<string, string>>,
): Promise<boolean[][]> {
  const child = spawn('python3', [join(__dirname, 'dkimpy.py')], {
    env: { ...process.env, PYTHONPATH: await findDkimpy(fetching('dkimpy')), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ records, mails: mails.map((mail) => mail.toString('base64')) }));
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return JSON.parse(output) as boolean[][];
}
