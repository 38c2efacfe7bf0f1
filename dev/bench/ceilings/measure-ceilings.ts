import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { find } from '../sink/smtp-sink';
import type { Ceiling } from './main';
import { mailFor } from './mail';
import { CONNECTIONS, type SenderName, senders } from './senders';

const run = promisify(execFile);
const program = join('dist', 'dev', 'bench', 'ceilings', 'main.js');

/** Measures the speed of other senders with the same sink, one after the other. */
export async function measureCeilings(port: number, mails: number): Promise<Map<string, Ceiling>> {
  const ceilings = new Map<string, Ceiling>();
  for (const name of Object.keys(senders) as SenderName[]) {
    const { stdout } = await run(process.execPath, [program, name, String(port), String(mails)]);
    ceilings.set(name, JSON.parse(stdout) as Ceiling);
  }
  return ceilings.set('smtp-source', await smtpSource(port, mails));
}

/**
 * Runs smtp-source, Postfix's sender in C. The second line of the shell's `times` contains the CPU time of the
 * shell's children.
 */
async function smtpSource(port: number, mails: number): Promise<Ceiling> {
  const length = String(mailFor(0).content.bytes.length);
  const options = [
    '-d',
    '-s',
    CONNECTIONS,
    '-l',
    length,
    '-m',
    mails,
    '-f',
    'a@b.example',
    '-t',
    'c@d.example',
  ];
  const { command, environment } = await find('smtp-source');
  const line = [command, ...options, `127.0.0.1:${port}`].join(' ');
  const begin = performance.now();
  const { stdout } = await run('sh', ['-c', `${line}; times`], { env: { ...process.env, ...environment } });
  const seconds = (performance.now() - begin) / 1_000;
  return { mailsPerSecond: mails / seconds, cpu: (childrenSeconds(stdout) / mails) * 1_000 };
}

/** Parses `0m0.71s 0m2.03s`, which is user and system time. */
function childrenSeconds(times: string): number {
  const children = times.trim().split('\n').pop() ?? '';
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
