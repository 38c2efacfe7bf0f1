import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFeedback } from './read-feedback';

/**
 * The samples of flufl.bounce (on PyPI, Apache-2.0), which are not part of this project. Unpack its
 * source and name its folder: `BOUNCE_SAMPLES=…/flufl_bounce-6.0.0/tests`. Without it, nothing is measured.
 */
const folder = process.env.BOUNCE_SAMPLES ?? '';
const detectors = join(folder, 'test_detectors.py');
const measured = folder !== '' && existsSync(detectors) ? describe : describe.skip;

/** The minimum share of samples with the same result as flufl.bounce (percent). */
const LEAST = 97;

type Expected = 'bounced' | 'still tried' | 'nothing';

/**
 * The expected result of each sample, in rows such as `('dsn', 'dsn_01.txt', [b'ann@example.org'], False)`: the failed
 * recipients, and whether the failure is temporary.
 */
function expectedOf(source: string): Map<string, Expected> {
  const rows = source.matchAll(/\('\w+', '([\w.]+)',\s*\[([^\]]*)\], (True|False)\)/g);
  const expected = new Map<string, Expected>();
  for (const [, name = '', addresses = '', isForNow] of rows) {
    if (!addresses.includes("b'")) continue;
    if (isForNow === 'False') expected.set(name, 'bounced');
    else if (!expected.has(name)) expected.set(name, 'still tried');
  }
  return expected;
}

async function isRight(mail: Buffer, expected: Expected): Promise<boolean> {
  const { feedback } = await readFeedback(mail);
  if (expected === 'bounced') return feedback.kind === 'bounced';
  if (feedback.kind !== 'bounced') return expected === 'nothing' || feedback.kind === 'delayed';
  return feedback.consequence !== 'SUPPRESS' && feedback.consequence !== 'DOUBT';
}

measured('the samples of flufl.bounce', () => {
  it(`are read correctly in ${LEAST} percent of cases`, async () => {
    const expected = expectedOf(readFileSync(detectors, 'utf8'));
    const names = readdirSync(join(folder, 'data')).filter((name) => name.endsWith('.txt'));
    const wrong: string[] = [];
    for (const name of names) {
      const mail = readFileSync(join(folder, 'data', name));
      if (!(await isRight(mail, expected.get(name) ?? 'nothing'))) wrong.push(name);
    }
    const right = (100 * (names.length - wrong.length)) / names.length;
    process.stdout.write(
      `${right.toFixed(1)} % of ${names.length} are read right; wrong: ${wrong.join(', ')}\n`,
    );
    expect(right).toBeGreaterThanOrEqual(LEAST);
  });
});
