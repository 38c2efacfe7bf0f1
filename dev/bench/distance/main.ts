/**
 * Measures how many emails a second Carillon, nodemailer, and Postfix's smtp-source send over a few connections to a
 * server at a distance, with and without TLS. See USAGE.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createServer as createTlsServer } from 'node:tls';
import { type ServerCertificate, serverCertificate } from '../../testing/src/server-certificate';
import { ServerLink } from '../../testing/src/server-link';
import { Figures } from '../figures';
import { complain } from '../own-stack';
import { head, print, row } from '../print';
import { Results } from '../results';
import { SlowSink } from '../sink/slow-sink';
import { SmtpSink, find } from '../sink/smtp-sink';
import type { SenderTask, Sent } from './sender/main';

const USAGE = `npm run bench -- distance [round trips] [--runs N] [--seconds N]

  round trips  milliseconds, separated by commas; 0,40,150 if not given
  --runs       measurements of each client; 3 if not given
  --seconds    the duration of a measurement; 5 if not given
`;
const run = promisify(execFile);
const program = join('dist', 'dev', 'bench', 'distance', 'sender', 'main.js');
const CONNECTIONS = [5, 20, 100] as const;
const PINGS = 20;
const WARM_UP_MS = 3_000;
/** How many commands of smtp-source wait for their replies, for each email. */
const ROUND_TRIPS_OF_SOURCE = 4;
/** The size of an email of smtp-source (bytes), about the same as that of the other clients. */
const BYTES = 5_000;
/** The emails per second of smtp-source without a distance, to choose their number. */
const NEAR_PER_SECOND = 8_000;

interface Server {
  port: number;
  certificate: string | null;
}

/** A server behind a link that takes this time, and behind TLS if there is a certificate. */
async function behind(sinkPort: number, roundTripMs: number, certificate: ServerCertificate | null) {
  let port = sinkPort;
  const terminator =
    certificate &&
    createTlsServer({ ...certificate, noDelay: true }, (near) => {
      const far = connect({ port: sinkPort, host: '127.0.0.1', noDelay: true });
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    });
  if (terminator) {
    await once(terminator.listen(0, '127.0.0.1'), 'listening');
    port = (terminator.address() as AddressInfo).port;
  }
  const link = await ServerLink.to(`tcp://127.0.0.1:${port}`, roundTripMs);
  return {
    server: { port: Number(new URL(link.url).port), certificate: certificate?.cert ?? null },
    stop: async () => {
      await link.close();
      terminator?.close();
    },
  };
}

/** The median time of a round trip through such a link (milliseconds): its timers are late by a millisecond or more. */
async function actualRoundTrip(roundTripMs: number): Promise<number> {
  const echo = createServer({ noDelay: true }, (socket) => socket.on('error', () => undefined).pipe(socket));
  await once(echo.listen(0, '127.0.0.1'), 'listening');
  const link = await ServerLink.to(`tcp://127.0.0.1:${(echo.address() as AddressInfo).port}`, roundTripMs);
  const socket = connect({ port: Number(new URL(link.url).port), host: '127.0.0.1', noDelay: true });
  const times: number[] = [];
  for (let n = 0; n < PINGS; n++) {
    const begin = performance.now();
    socket.write('.');
    await once(socket, 'data');
    times.push(performance.now() - begin);
  }
  socket.destroy();
  await link.close();
  echo.close();
  return new Figures(times).median;
}

async function send(task: SenderTask): Promise<Sent> {
  const { stdout } = await run(process.execPath, [program, JSON.stringify(task)]);
  return JSON.parse(stdout) as Sent;
}

/** smtp-source gets the number of emails to send, so its time includes opening the connections. */
async function smtpSource(port: number, connections: number, roundTripMs: number, seconds: number) {
  const perSecond = Math.min(
    NEAR_PER_SECOND,
    connections / ((Math.max(roundTripMs, 0.1) * ROUND_TRIPS_OF_SOURCE) / 1_000),
  );
  const mails = Math.max(connections, Math.round(perSecond * seconds));
  const { command, environment } = await find('smtp-source');
  const options = ['-d', '-s', connections, '-l', BYTES, '-m', mails].map(String);
  const begin = performance.now();
  await run(command, [...options, `127.0.0.1:${port}`], { env: { ...process.env, ...environment } });
  return mails / ((performance.now() - begin) / 1_000);
}

interface Options {
  roundTrips: number[];
  runs: number;
  seconds: number;
}

async function bench({ roundTrips, runs, seconds }: Options): Promise<void> {
  const results = new Results('distance');
  const sink = await SmtpSink.start();
  const chunks = await SlowSink.start(0);
  const certificate = await serverCertificate();
  try {
    for (const roundTripMs of roundTrips) {
      const actualMs = roundTripMs === 0 ? null : await actualRoundTrip(roundTripMs);
      for (const tls of [null, certificate]) {
        print();
        row(
          `${roundTripMs} ms, ${tls ? 'TLS' : 'plain'}: emails per second`,
          head('minimum', 'median', 'maximum'),
        );
        const plain = await behind(sink.port, roundTripMs, tls);
        const chunked = await behind(chunks.port, roundTripMs, tls);
        try {
          await compare(results, { roundTripMs, runs, seconds }, actualMs, plain.server, chunked.server);
        } finally {
          await plain.stop();
          await chunked.stop();
        }
      }
    }
  } finally {
    sink.stop();
    chunks.stop();
  }
  results.write();
}

async function compare(
  results: Results,
  { roundTripMs, runs, seconds }: { roundTripMs: number; runs: number; seconds: number },
  actualMs: number | null,
  plain: Server,
  chunked: Server,
): Promise<void> {
  const about = `${roundTripMs} ms, ${plain.certificate === null ? 'plain' : 'TLS'}`;
  const measureMs = seconds * 1_000;
  for (const connections of CONNECTIONS) {
    const task = { connections, warmUpMs: WARM_UP_MS, measureMs };
    const clients: Record<string, () => Promise<number>> = {
      Carillon: async () => (await send({ ...task, ...plain, client: 'Carillon' })).mailsPerSecond,
      'Carillon, CHUNKING': async () =>
        (await send({ ...task, ...chunked, client: 'Carillon' })).mailsPerSecond,
      nodemailer: async () => (await send({ ...task, ...plain, client: 'nodemailer' })).mailsPerSecond,
      ...(plain.certificate === null && {
        'smtp-source': () => smtpSource(plain.port, connections, roundTripMs, seconds),
      }),
    };
    const ideal = actualMs === null ? null : (connections / actualMs) * 1_000;
    for (const [name, measure] of Object.entries(clients)) {
      const rates: number[] = [];
      for (let n = 0; n < runs; n++) rates.push(await measure());
      const best =
        ideal === null
          ? ''
          : `   ${Math.round((Math.max(...rates) / ideal) * 100)} % of ${Math.round(ideal)}`;
      results.add(`${about}, ${name}, ${connections} connections`, rates, 0, best);
    }
  }
}

function optionsIn(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { runs: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
  });
  const roundTrips = (positionals[0] ?? '0,40,150').split(',').map(Number);
  const options = { roundTrips, runs: Number(values.runs), seconds: Number(values.seconds) };
  const isValid = [...roundTrips, options.runs, options.seconds].every(
    (each) => Number.isInteger(each) && each >= 0,
  );
  if (!isValid || options.runs < 1 || options.seconds < 1) throw new Error(USAGE);
  return options;
}

async function main(args: string[]): Promise<void> {
  await bench(optionsIn(args));
}

main(process.argv.slice(2)).catch(complain);
