import { until } from '../../driver/api';
import { type TestGroup, type TestUser, send } from '../../driver/arrange';
import { BODY } from '../body';
import { type Usage, usageOf, usageOfStack } from '../processes';
import type { SmtpSink } from '../sink/smtp-sink';
import { LONGEST_S, endOf, planned } from './report';

export interface CampaignFigures {
  /** Emails per second between the first and the last tenth of all emails. */
  steadyPerSecond: number;
  /** Emails per second from publishing to SENT. */
  overallPerSecond: number;
  firstMailMs: number;
  sentMs: number;
  /** Recipients planned per second while emails are being sent. */
  plannedPerSecond: number;
  /** CPU seconds per 1,000 emails, by process. */
  cpu: Map<string, number>;
  /** Resident memory at the end (MiB), by process. */
  rss: Map<string, number>;
}

/** Publishes a campaign to groups and follows it to its end. */
export async function measureCampaign(
  user: TestUser,
  groups: readonly TestGroup[],
  recipients: number,
  sink: SmtpSink,
): Promise<CampaignFigures> {
  const [before, mailsBefore] = [usage(sink), sink.mails];
  const [begin, beginDate] = [performance.now(), Date.now()];
  const campaign = await send(user, groups, { name: 'Bench', emailMessage: BODY });
  const plannedAt = await planned(user, campaign);
  // Count in the sink, which puts no load on the services.
  await until('the last mail', LONGEST_S, () => Promise.resolve(sink.mails >= mailsBefore + recipients));
  const end = await endOf(user, campaign);
  const after = usage(sink);
  verify(recipients, end, sink.mails - mailsBefore);
  const sentMs = end.finishedAt - beginDate;
  return {
    steadyPerSecond: sink.steadyRate(mailsBefore, recipients),
    overallPerSecond: recipients / (sentMs / 1_000),
    firstMailMs: (sink.takenAt(mailsBefore + 1) ?? NaN) - begin,
    sentMs,
    plannedPerSecond: recipients / ((plannedAt - begin) / 1_000),
    cpu: new Map([...after].map(([name, now]) => [name, cpuPerThousand(now, before.get(name), recipients)])),
    rss: new Map([...after].map(([name, { rssMiB }]) => [name, rssMiB])),
  };
}

/** Throws if a count is wrong. */
function verify(recipients: number, { total, sent }: { total: number; sent: number }, mails: number): void {
  if (total === recipients && sent === recipients && mails === recipients) return;
  throw new Error(`${recipients} recipients, but ${total} in the report, ${sent} SENT, ${mails} mails`);
}

function usage(sink: SmtpSink): Map<string, Usage> {
  return usageOfStack().set('smtp-sink', usageOf(sink.pid));
}

function cpuPerThousand(now: Usage, before: Usage | undefined, mails: number): number {
  return ((now.cpuSeconds - (before?.cpuSeconds ?? 0)) / mails) * 1_000;
}
