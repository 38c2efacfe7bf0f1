import { setTimeout as pause } from 'node:timers/promises';
import { PackageUnavailable } from '@carillon/local-services';
import { localPartOf, tokenIn } from '@carillon/vault';
import { createTransport } from 'nodemailer';
import { call, list, text, until } from '../../driver/api';
import { letter, postfix } from '../../../libs/feedback/test/corpus';
import {
  type Hook,
  postmarkBounce,
  postmarkEvent,
  postmarkHook,
  postmarkHooks,
} from '../../../libs/feedback/test/webhooks';
import { Dovecot } from '../../testing/src/dovecot';
import { everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { type Sender, byMail } from '../driver/sender';
import { readDeliveries } from '../evidence/gather';
import type { Rig } from '../rig/rig';
import type { Scenario } from '../run/play';

/** The fate of an accepted mail. */
const fates = ['hard', 'soft', 'away', 'kept'] as const;
export type Fate = (typeof fates)[number];

const reports: Record<Exclude<Fate, 'kept'>, Buffer> = {
  hard: postfix({ diagnostic: 'smtp; 550 5.1.1 User unknown' }),
  soft: postfix({ status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }),
  away: letter('ann@chaos.example', 'Away', 'I am away', 'Auto-Submitted: auto-replied\n'),
};

/** The same fates as events of a provider that reports by webhook. */
const hooks: Record<Exclude<Fate, 'kept'>, (token: string) => Hook> = {
  hard: (token) => postmarkHook(postmarkBounce(token, new Date())),
  soft: (token) =>
    postmarkHook(
      postmarkBounce(token, new Date(), { Type: 'SoftBounce', Details: 'smtp;552 5.2.2 Mailbox full' }),
    ),
  away: (token) => postmarkHook(postmarkEvent(token, { RecordType: 'Bounce', Type: 'AutoResponder' })),
};

/** A returned email. */
interface Returned {
  path: string;
  fate: Exclude<Fate, 'kept'>;
}

/** The destinations of returned emails. `box` is null if no mailbox is available. */
interface Places {
  smtpPort: number;
  box: Dovecot | null;
  webhookUrl: string;
}

/** The number of emails that a server sends at the same time. */
const AT_ONCE = 8;
/** The pause before a mail server's next attempt. Real servers wait for minutes (milliseconds). */
const AGAIN_MS = 200;
const END_S = 180;

/** Retries each email until it is accepted, as a server with a queue does. */
export async function sendAll(port: number, mails: readonly Returned[], sent: () => void): Promise<void> {
  const left = mails.values();
  const work = async (): Promise<void> => {
    for (const { path, fate } of left) {
      const send = (): Promise<boolean> =>
        createTransport({
          host: '127.0.0.1',
          port,
          ignoreTLS: true,
          connectionTimeout: 5_000,
          socketTimeout: 15_000,
        })
          .sendMail({ envelope: { from: '', to: path }, raw: reports[fate] })
          .then(
            () => true,
            () => false,
          );
      while (!(await send())) await pause(AGAIN_MS);
      sent();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Delivers each email to the mailbox, as the mailbox's own mail server does. */
async function deliverAll(box: Dovecot, mails: readonly Returned[], sent: () => void): Promise<void> {
  for (const { path, fate } of mails) {
    const head = Buffer.from(`Return-Path: <>\r\nDelivered-To: ${path}\r\n`);
    await box.deliver(Buffer.concat([head, reports[fate]]));
    sent();
    // At the speed of the other ways, so that faults affect all of them.
    await pause(AGAIN_MS / 40);
  }
}

/** Repeats each report until it is accepted, as a provider does. */
async function reportAll(url: string, mails: readonly Returned[], sent: () => void): Promise<void> {
  for (const { path, fate } of mails) {
    const { headers, body } = hooks[fate](tokenIn(path.slice(0, path.lastIndexOf('@'))));
    const report = (): Promise<boolean> =>
      fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(15_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await report())) await pause(AGAIN_MS);
    sent();
    await pause(AGAIN_MS / 40);
  }
}

const fateOf = (index: number): Fate => fates[index % fates.length] ?? 'kept';

/** Checks that exactly the bounces are stored, and that exactly the unknown addresses are suppressed. */
export async function judge(
  sender: Sender,
  mailing: Mailing,
  fateBy: ReadonlyMap<string, Fate>,
  stateOf = stateAfter,
): Promise<void> {
  const { key } = sender.user;
  const wanted = new Map([...fateBy].map(([address, fate]) => [address, stateOf(fate)]));
  const stateBy = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(
      (await readDeliveries(mailing.campaign, key)).map(({ address, state, bounce = '' }) => [
        address,
        `${state} ${bounce}`.trimEnd(),
      ]),
    );
  const bounces = (states: Iterable<string>): number =>
    [...states].filter((state) => state.startsWith('BOUNCED')).length;
  const came = bounces(wanted.values());
  // The API may be unavailable for a while.
  await until(`${came} bounces`, END_S, async () =>
    stateBy().then(
      (states) => bounces(states.values()) >= came,
      () => false,
    ),
  );
  const gone = [...fateBy].flatMap(([address, fate]) => (fate === 'hard' ? [address] : [])).sort();
  await until(`${gone.length} suppressions`, END_S, async () =>
    suppressed(key).then(
      (found) => found.length >= gone.length,
      () => false,
    ),
  );
  const states = await stateBy();
  const wrong = [...wanted].flatMap(([address, state]) => {
    const found = states.get(address) ?? 'unknown';
    return found === state ? [] : [`${address} is ${found}, not ${state}`];
  });
  const found = await suppressed(key);
  mailing.judge(found.join() === gone.join() ? wrong : [...wrong, 'others than who is gone are suppressed']);
}

/** The state that the API lists, with the kind of the bounce. */
export function stateAfter(fate: Fate): string {
  return fate === 'hard' || fate === 'soft' ? `BOUNCED ${fate.toUpperCase()}` : 'SENT';
}

async function suppressed(key: string): Promise<string[]> {
  const found: string[] = [];
  let query = '';
  for (;;) {
    const { body, headers } = await call('GET', `/suppressions?limit=1000${query}`, undefined, key);
    found.push(...list(body, 'data', 'suppressions').map(({ identifier }) => String(identifier)));
    const next = headers['next-cursor'];
    if (typeof next !== 'string') return found.sort();
    query = `&cursor=${encodeURIComponent(next)}`;
  }
}

/** Starts a mailbox, or returns null if none can start. All emails then arrive over SMTP. */
async function startMailboxes({ witness }: Rig, port: number): Promise<Dovecot | null> {
  if (process.getuid?.() === 0) {
    try {
      return await Dovecot.start(witness, { port });
    } catch (error) {
      if (!(error instanceof PackageUnavailable)) throw error;
    }
  }
  process.stderr.write(
    'No mail comes back to a mailbox: Debian has no Dovecot here, or root has to start it\n',
  );
  return null;
}

/**
 * Sends a campaign, most of which bounces over SMTP, to a mailbox, and by webhook, while one part of the system after
 * another fails.
 */
function whileReturning(
  name: string,
  strikes: readonly ((fixture: Fixture) => Promise<void> | void)[],
  short?: true,
): Scenario {
  return {
    name,
    ...(short === undefined ? {} : { short }),
    async play(fixture) {
      const { rig, fleet } = fixture;
      const { smtpPort, imapPort } = rig.parts.returning;
      const box = await startMailboxes(rig, imapPort);
      try {
        // The poller's attempts have failed so far, and it waits.
        await fleet.copy('mailbox-poller').down('SIGTERM');
        await fleet.copy('mailbox-poller').start();
        const sender = await fixture.another('returns@chaos.example');
        const webhookUrl = await reportByWebhook(sender);
        const people = byMail(fixture.size);
        const group = await sender.group(people);
        const first = await fixture.publish([group], people, sender);
        await first.ends();
        await first.examine();
        const fateBy = new Map(people.map(({ address }, index) => [address, fateOf(index)]));
        const stay = await bringBack(fixture, first, fateBy, { smtpPort, box, webhookUrl }, strikes);
        await fixture.fleet.copy('gateway').ready();
        await judge(sender, first, fateBy);
        if (box) await untilEmpty(box, stay);
        const second = await fixture.publish([group], people, sender);
        await second.ends();
        await second.examine({
          ...everybodyForSure,
          mayEnd: ({ address }) => (fateBy.get(address) === 'hard' ? ['SKIPPED'] : ['SENT']),
        });
      } finally {
        await box?.remove();
      }
    },
  };
}

/** Configures the mail server as a provider's server. Returns the URL for the provider's reports. */
async function reportByWebhook(sender: Sender): Promise<string> {
  const settings = { feedbackProvider: 'POSTMARK', feedbackKey: postmarkHooks.key };
  const changed = await sender.changeMailSender({ settings });
  return text(changed, 'updateIntegration', 'webhookUrl');
}

/** The signed return path of the delivery that a Message-ID names. With a mailbox, all deliveries share one path. */
function pathOf(messageId: string): string {
  return localPartOf(messageId.replace(/[<>]/g, ''));
}

/**
 * Returns a third of the emails of each fate over SMTP, a third to the mailbox, and a third by webhook. Faults are
 * spread over that time. Resolves with the number of emails that stay in the mailbox.
 */
async function bringBack(
  fixture: Fixture,
  { recorded }: Mailing,
  fateBy: ReadonlyMap<string, Fate>,
  { smtpPort, box, webhookUrl }: Places,
  strikes: readonly ((fixture: Fixture) => Promise<void> | void)[],
): Promise<number> {
  const pathBy = new Map(recorded.map(({ address, messageId }) => [address, pathOf(messageId)]));
  const mails = [...fateBy].flatMap(([address, fate]): Returned[] =>
    fate === 'kept' ? [] : [{ path: pathBy.get(address) ?? '', fate }],
  );
  let sent = 0;
  const count = (): void => {
    sent++;
  };
  const ways = [...(box ? ['box'] : []), 'webhook', 'smtp'];
  const by = (way: string): Returned[] =>
    mails.filter((_, index) => ways[Math.floor(index / 3) % ways.length] === way);
  const toBox = by('box');
  const strike = async (): Promise<void> => {
    for (const [index, each] of strikes.entries()) {
      const share = (mails.length * (index + 1)) / (strikes.length + 1);
      await until('the next part of the bounces', END_S, () => Promise.resolve(sent >= share), 5);
      await each(fixture);
    }
  };
  await Promise.all([
    sendAll(smtpPort, by('smtp'), count),
    reportAll(webhookUrl, by('webhook'), count),
    box && deliverAll(box, toBox, count),
    strike(),
  ]);
  return toBox.filter(({ fate }) => fate === 'away').length;
}

/** Waits until stored reports are removed from the mailbox. Automatic replies stay there, with a mark. */
async function untilEmpty(box: Dovecot, stay: number): Promise<void> {
  await until('the end of the mailbox', END_S, async () => {
    const mails = await box.mails();
    return mails.length === stay && mails.every(({ flags }) => flags !== '');
  });
}

export function killing(service: string): (fixture: Fixture) => Promise<void> | void {
  return ({ fleet }) => fleet.copy(service).signal('SIGKILL');
}

export const killingBroker = async ({ rig }: Fixture): Promise<void> => {
  await rig.parts.testServices.broker.kill();
  await rig.parts.testServices.broker.start();
};

export const killingDatabase = async ({ rig }: Fixture): Promise<void> => {
  await rig.parts.testServices.database.kill();
  await rig.parts.testServices.database.start();
};

export const returning: readonly Scenario[] = [
  whileReturning(
    'kill what takes bounces, the broker and the database while mails come back',
    [...['bounce-receiver', 'mailbox-poller', 'gateway'].map(killing), ...[killingBroker, killingDatabase]],
    true,
  ),
  ...['bounce-receiver', 'mailbox-poller', 'gateway', 'dispatcher', 'subscriber'].map((service) =>
    whileReturning(`kill a ${service} again and again while mails come back`, [
      killing(service),
      async (fixture) => {
        await fixture.fleet.copy(service).ready();
        await killing(service)(fixture);
      },
    ]),
  ),
];
