/**
 * Measures the effect of more processes of a service: email workers with a mail server that takes 50 ms per email,
 * dispatchers, and gateways. Runs a separate stack, and adds processes to it one after another. See USAGE.
 */
import { parseArgs } from 'node:util';
import { complain, withStack } from '../own-stack';
import { head, print, row } from '../print';
import { LOAD_ROLE, makeRequests } from '../http/load';
import { Results } from '../results';
import { SlowSink } from '../sink/slow-sink';
import { measureDispatchers } from './dispatchers';
import { measureGateways } from './gateways';
import type { CopiesOptions, Part } from './part';
import { measureWorkers } from './workers';

const USAGE = `npm run bench -- copies [workers] [dispatchers] [gateways] [--runs N] [--seconds N]

  workers …    what is measured; all if nothing is given
  --runs       measurements of each number of processes; 3 if not given
  --seconds    of each measurement, about; 12 if not given
`;
const DELAY_MS = 50;

const parts: Readonly<Record<string, Part>> = {
  gateways: measureGateways,
  dispatchers: measureDispatchers,
  workers: measureWorkers,
};

async function bench(names: readonly string[], options: CopiesOptions, sink: SlowSink): Promise<void> {
  const results = new Results('copies');
  row('', head('minimum', 'median', 'maximum'));
  for (const name of names) {
    print(`\n  ${name}`);
    await parts[name]?.(options, sink, results);
  }
  results.write();
}

async function main([role, ...more]: string[]): Promise<void> {
  if (role === LOAD_ROLE) return makeRequests(more[0] ?? '');
  const number = (value: string) => ({ type: 'string', default: value }) as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: number('3'), seconds: number('12') },
  });
  const areValid =
    positionals.every((name) => name in parts) &&
    [values.runs, values.seconds].every((text) => /^[1-9]\d{0,3}$/.test(text));
  if (!areValid) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const names = positionals.length > 0 ? positionals : Object.keys(parts);
  const options = { runs: Number(values.runs), seconds: Number(values.seconds) };
  const sink = await SlowSink.start(DELAY_MS);
  // Few connections, so that one worker doesn't take all of this machine.
  const mail = { DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`, EMAIL_CONNECTIONS: '20' };
  await withStack(
    mail,
    () => bench(names, options, sink),
    () => sink.stop(),
  );
}

main(process.argv.slice(2)).catch(complain);
