import type { Lease, Payload } from '@carillon/contracts';
import { MessagingConnection, Messenger } from '@carillon/messaging';
import { everybodyOnce } from '../../checker/expectation';
import { LossyLink } from '../lossy-link';
import type { Experiment } from './experiments';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** A report that names somebody who was sent to. */
const REPORT = /"sent":\[\d/;

/** Everybody of the lease was sent to. */
function reportOn(
  { batchId, campaignId, fence, recipients }: Lease,
  holder: string,
): Payload<'batch.settled'> {
  const sent = recipients.map(({ i }) => i);
  const over = { outcomes: [], done: true, returned: [], providerDown: null };
  return { batchId, campaignId, holder, fence, sent, ...over };
}

/** As a worker does: again and again, until the broker keeps it safe. */
async function report(messenger: Messenger, report: Payload<'batch.settled'>): Promise<void> {
  for (;;) {
    try {
      await messenger.publish('batch.settled', report);
      return;
    } catch {
      // The connection is being opened again, and the next try waits for that.
    }
  }
}

/** A worker's report is lost between worker and broker, as it is when a broker dies before it has confirmed it. */
export const lostReport: Experiment = async (alone, judge) => {
  const link = await LossyLink.to(alone.fixture.broker.amqpUrl);
  const connection = new MessagingConnection({ url: link.url, service: 'email-worker', log: quiet });
  await connection.connect();
  try {
    const trace = await alone.publish('EMAIL', 3);
    const lease = await alone.worker.takeNext(trace.campaign);
    alone.send(lease);
    const lost = link.lose('there', REPORT);
    await report(new Messenger(connection), reportOn(lease, alone.worker.name));
    await lost;
    return await judge(trace, everybodyOnce);
  } finally {
    await connection.close();
    await link.close();
  }
};
