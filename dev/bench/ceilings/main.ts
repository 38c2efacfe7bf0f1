/** Measures one ceiling in a separate process. `main.js <sender> <port> <mails>` prints one line of JSON. */
import { CONNECTIONS, type Sender, type SenderName, senders } from './senders';

export interface Ceiling {
  mailsPerSecond: number;
  /** CPU seconds of the sending process per 1,000 emails. */
  cpu: number;
}

const WARM_UP = 2_000;
const MICROSECONDS = 1_000_000;

async function measure(
  open: (port: number) => Promise<Sender>,
  port: number,
  mails: number,
): Promise<Ceiling> {
  const sender = await open(port);
  await sendAll(sender, WARM_UP);
  const [begin, used] = [performance.now(), process.cpuUsage()];
  await sendAll(sender, mails);
  const { user, system } = process.cpuUsage(used);
  const seconds = (performance.now() - begin) / 1_000;
  sender.close();
  return { mailsPerSecond: mails / seconds, cpu: ((user + system) / MICROSECONDS / mails) * 1_000 };
}

async function sendAll(sender: Sender, mails: number): Promise<void> {
  let next = 0;
  const connections = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    while (next < mails) await sender.send(next++, connection);
  });
  await Promise.all(connections);
}

const [name = '', port, mails] = process.argv.slice(2);
measure(senders[name as SenderName], Number(port), Number(mails)).then(
  (ceiling) => process.stdout.write(`${JSON.stringify(ceiling)}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
