import type { Environment } from '@carillon/local-services';
import { ObjectId } from 'mongodb';
import { data, until } from '../../driver/api';
import {
  type Expectation,
  cancelled,
  everybody,
  everybodyForSure,
  everybodyOnce,
} from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import type { ProviderAct } from '../recorder/provider-recorder';
import { type Forward, Proxy } from '../rig/proxy';
import { LossyLink } from './lossy-link';

/** The time limit for the preparation of an experiment on a busy machine (seconds). */
const WAIT_S = 90;

/** Waits for the end of a campaign and examines it, even if the campaign did not end in time. */
export type Judge = (mailing: Mailing, expected: Expectation) => Promise<void>;

/** A campaign to a few people with one deterministic fault. */
export interface Experiment {
  name: string;
  /** Additional environment variables, by service. */
  environment?: Readonly<Record<string, Environment>>;
  /** Throws Violations, or another error if a step did not complete in time. */
  play(fixture: Fixture, judge: Judge): Promise<void>;
}

/** Half of the people are in both groups. */
export const twoGroups: Experiment = {
  name: 'one person is in two groups',
  async play(fixture, judge) {
    const { sender } = fixture;
    const people = byMail(6);
    const groups = [await sender.group(people.slice(0, 4)), await sender.group(people.slice(2))];
    await judge(await fixture.publish(groups, people), everybodyForSure);
  },
};

const PEOPLE = 10;
/** The number of emails that the server has received and not confirmed when the worker dies. */
const UNANSWERED = 2;

/** A worker is killed before the server confirms its emails, and another worker takes over. */
export const dyingWorker: Experiment = {
  name: 'a worker dies with mails that were taken',
  async play(fixture, judge) {
    const { fleet, sender } = fixture;
    const workers = fleet.of('email-worker');
    let unanswered = 0;
    sender.mail.conduct = (moment, _address, client) => {
      if (moment !== 'end' || unanswered === UNANSWERED) return 'go';
      unanswered += 1;
      if (unanswered === UNANSWERED) workers.find(({ name }) => client.startsWith(name))?.signal('SIGKILL');
      return 'hang';
    };
    await judge(await fixture.mailTo(byMail(PEOPLE)), everybody);
  },
};

/** No recipient of the campaign is planned. */
const nobody: Expectation = { ...cancelled, mayEnd: () => [] };

/** Waits until the dispatchers have stored these fields of the campaign. */
async function dispatchHas({ rig }: Fixture, { campaign }: Mailing, fields: object): Promise<void> {
  const dispatches = rig.parts.database.db('carillon_dispatcher').collection('dispatches');
  const asked = { _id: new ObjectId(campaign), ...fields };
  await until(`a dispatch with ${JSON.stringify(fields)}`, WAIT_S, () => dispatches.findOne(asked));
}

/** The order to send a campaign is delivered after the cancellation. */
export const lateOrder: Experiment = {
  name: 'the order comes after the cancellation',
  async play(fixture, judge) {
    const { amqpUrl } = fixture.rig.parts.testServices.broker.running;
    let order: Forward | null = null;
    const proxy = await Proxy.between(amqpUrl, 'campaign.published', 'dispatcher.events', (forward) => {
      if (order) forward();
      else order = forward;
    });
    try {
      const mailing = await fixture.mailTo(byMail(3));
      const late = await until('the order', WAIT_S, () => Promise.resolve(order));
      await data('POST', `/campaigns/${mailing.campaign}/cancel`, {}, fixture.sender.user.key);
      // If a removal of the ledger were in progress, it would also delete the content of the order.
      await dispatchHas(fixture, mailing, { state: 'CANCELLED', removedOnce: true });
      late();
      // The campaign that was ordered later has been sent, so the dispatchers have processed the late order.
      await (await fixture.mailTo(byMail(1))).ends();
      // If the order took effect, its emails would be in transit now.
      await dispatchHas(fixture, mailing, { state: { $in: ['CANCELLED', 'DONE'] } });
      await judge(mailing, nobody);
    } finally {
      await proxy.leave();
    }
  },
};

/** Resolves when the campaign service has published every event of the campaign. */
async function announced({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const campaigns = rig.parts.database.db('carillon_campaign').collection('campaigns');
  const done = { _id: new ObjectId(campaign), pending: { $size: 0 } };
  await until('the announcement', WAIT_S, () => campaigns.findOne(done));
}

/** The queue of orders is deleted while no dispatcher runs that could declare it again. */
export const missingQueue: Experiment = {
  name: 'the queue of orders is deleted',
  async play(fixture, judge) {
    const dispatchers = fixture.fleet.of('dispatcher');
    const people = byMail(3);
    const group = await fixture.sender.group(people);
    await Promise.all(dispatchers.map((copy) => copy.down()));
    await fixture.rig.parts.queues.delete('dispatcher.events');
    const mailing = await fixture.publish([group], people);
    await announced(fixture, mailing);
    await Promise.all(dispatchers.map((copy) => copy.start()));
    await judge(mailing, everybodyForSure);
  },
};

/** A time that is longer than a lease and the detection of its end (milliseconds). */
const WAIT_MS = 8_500;
const QUEUE = 'dispatcher.settlements';

/** The settlement queue delivers all messages late and in order, as if no dispatcher had been running. */
export const waitingReports: Experiment = {
  name: 'reports wait longer than a lease',
  async play(fixture, judge) {
    const { amqpUrl } = fixture.rig.parts.testServices.broker.running;
    const late = (forward: Forward): void => void setTimeout(forward, WAIT_MS);
    const proxies = await Promise.all(
      ['batch.settled', 'settlements.drain-marker'].map((event) =>
        Proxy.between(amqpUrl, event, QUEUE, late),
      ),
    );
    try {
      await judge(await fixture.mailTo(byMail(5)), everybodyForSure);
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.leave()));
    }
  },
};

/**
 * Restarts a service so that it reaches the broker through a lossy link. Later restarts the service without the link.
 */
async function throughLink(
  { rig, fleet }: Fixture,
  service: string,
  play: (link: LossyLink) => Promise<void>,
): Promise<void> {
  const link = await LossyLink.to(rig.parts.testServices.broker.running.amqpUrl);
  const copies = fleet.of(service);
  const restart = async (environment: Record<string, string>): Promise<void> => {
    await Promise.all(copies.map((copy) => copy.down('SIGTERM')));
    await Promise.all(copies.map((copy) => copy.start(environment)));
  };
  try {
    await restart({ AMQP_URL: link.url });
    await play(link);
  } finally {
    await restart({});
    await link.close();
  }
}

/** The field of a report that names the sent positions. */
const REPORT = /"sent":\[\d/;

/** A worker's report is lost on its way to the broker, as when the broker dies before it confirms the report. */
export const lostReport: Experiment = {
  name: 'a report is lost on its way to the broker',
  // Long enough for the worker to reconnect before its lease expires.
  environment: { dispatcher: { BATCH_LEASE_MS: '8000' } },
  play: (fixture, judge) =>
    throughLink(fixture, 'email-worker', async (link) => {
      const lost = link.lose('there', REPORT);
      const mailing = await fixture.mailTo(byMail(5));
      await lost;
      await judge(mailing, everybodyOnce);
    }),
};

/** The field of a reply that grants a lease. */
const LEASE = /"lease":\{/;

/** The ledger stores the lease, and the reply to the worker is lost. */
export const lostAnswer: Experiment = {
  name: 'the response to a take is lost',
  // Long enough for the worker to send its request again before its lease expires.
  environment: { dispatcher: { BATCH_LEASE_MS: '8000' } },
  play: (fixture, judge) =>
    throughLink(fixture, 'sms-worker', async (link) => {
      const lost = link.lose('back', LEASE);
      const mailing = await fixture.mailTo(bySms(5));
      await lost;
      await judge(mailing, everybodyForSure);
    }),
};

/**
 * Refuses the first request as too fast. At the second request, delivers the first report again, kills the worker,
 * and accepts the message.
 */
function trap({ fleet }: Fixture, reports: Forward[]): () => ProviderAct {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked === 1) return 'slow-down';
    if (asked === 2) {
      for (const again of reports.splice(0)) again();
      fleet.copy('sms-worker').signal('SIGKILL');
    }
    return 'take';
  };
}

/**
 * A report that requests another attempt is delivered again during that attempt, whose worker dies without a report.
 */
export const repeatedReport: Experiment = {
  name: 'a report that asks for another attempt comes twice',
  async play(fixture, judge) {
    const { testServices, provider } = fixture.rig.parts;
    const { amqpUrl } = testServices.broker.running;
    const reports: Forward[] = [];
    const proxy = await Proxy.between(amqpUrl, 'batch.settled', 'dispatcher.settlements', (forward) => {
      forward();
      reports.push(forward);
    });
    provider.conduct = trap(fixture, reports);
    try {
      await judge(await fixture.mailTo(bySms(1)), everybody);
    } finally {
      await proxy.leave();
    }
  },
};
