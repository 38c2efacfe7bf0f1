import {
  type Doubt,
  type EndState,
  type Entry,
  type Evidence,
  type Listed,
  nameOf,
} from '../evidence/evidence';
import type { Recorded } from '../recorder/record';
import type { Expectation } from './expectation';
import { counted, some } from './violations';

/** Returns the errors after a campaign, as text; an empty list if every promise was kept. */
export function check(evidence: Evidence, expected: Expectation): string[] {
  if (expected.end === 'DELETED') return checkDeleted(evidence, expected);
  return [
    ...checkPeople(evidence, expected),
    ...checkOnePerPerson(evidence, expected),
    ...checkOutcomes(evidence, expected),
    ...checkDenials(evidence),
    ...checkRecorded(evidence),
    ...checkDoubles(evidence, expected),
    ...checkReport(evidence),
    ...checkEnd(evidence, expected),
    ...checkRemains(evidence),
  ];
}

/** Checks that only messages sent before the deletion remain of a deleted campaign. */
function checkDeleted(evidence: Evidence, expected: Expectation): string[] {
  const { ledger, report } = evidence;
  return [
    ...checkDoubles(evidence, expected),
    ...checkRemains(evidence),
    ...(ledger.length > 0 ? [`${ledger.length} deliveries of a deleted campaign are kept`] : []),
    ...(report ? ['the API reports on a deleted campaign'] : []),
  ];
}

/** Checks that every member has exactly one delivery, and that other addresses have none. */
function checkPeople({ members, ledger, recorded }: Evidence, { mayMiss }: Expectation): string[] {
  const invited = new Set(members.map(nameOf));
  const missable = new Set(members.filter(mayMiss).map(nameOf));
  const deliveries = counted(ledger.map(nameOf));
  const served = new Set(recorded.map(nameOf));
  return [
    ...some(
      [...invited].filter((name) => !deliveries.has(name) && !missable.has(name)),
      'members have no delivery',
    ),
    ...some(
      [...deliveries].flatMap(([name, count]) => (count > 1 ? [name] : [])),
      'have two deliveries',
    ),
    ...some(
      [...deliveries.keys()].filter((name) => !invited.has(name)),
      'people outside the groups have a delivery',
    ),
    ...some(
      [...served].filter((name) => !invited.has(name)),
      'people outside the groups got the message',
    ),
  ];
}

/** Checks that every person got the message, at one address only. After a doubt, the message may be missing. */
function checkOnePerPerson({ members, recorded, ledger }: Evidence, { personOf }: Expectation): string[] {
  if (!personOf) return [];
  const servedAt = Map.groupBy(new Map(recorded.map((each) => [nameOf(each), each])).values(), personOf);
  const people = new Map(members.map((member) => [personOf(member), member]));
  const inDoubt = new Set(ledger.filter(({ state }) => state === 'UNCONFIRMED').map(personOf));
  return [
    ...some(
      [...people]
        .filter(([person]) => !servedAt.has(person) && !inDoubt.has(person))
        .map(([, member]) => nameOf(member)),
      'people got no message',
    ),
    ...some(
      [...servedAt.values()].filter(({ length }) => length > 1).map((at) => at.map(nameOf).join(' and ')),
      'people got the message at two addresses',
    ),
  ];
}

/** Checks that every delivery ended in an allowed state. UNCONFIRMED is allowed only after a doubt. */
function checkOutcomes({ ledger, doubts }: Evidence, { mayEnd }: Expectation): string[] {
  const doubted = new Set(doubts.map(nameOf));
  const wrong = ledger.filter((entry) => {
    if (entry.state === 'UNCONFIRMED') return !doubted.has(nameOf(entry));
    return !mayEnd(entry).includes(entry.state);
  });
  return some(
    wrong.map((entry) => `${nameOf(entry)} ${entry.state} ${entry.reason ?? ''}`.trimEnd()),
    'ended in a state that is not allowed',
  );
}

/** Checks that no recipient without a message is UNCONFIRMED, unless the worker that could have reported has died. */
function checkDenials({ ledger, doubts, recorded, lived, historyOf }: Evidence): string[] {
  const served = new Set(recorded.map(nameOf));
  const excused = new Set(doubts.filter(isExcused).map(nameOf));
  const deniable = ledger
    .filter(({ state }) => state === 'UNCONFIRMED')
    .filter((entry) => !served.has(nameOf(entry)) && !excused.has(nameOf(entry)));
  const [first] = deniable;
  return [
    ...some(deniable.map(nameOf), 'are UNCONFIRMED although their worker lived and sent nothing'),
    ...(first ? [`batch ${first.batch}:`, ...historyOf(first.batch)] : []),
  ];

  function isExcused({ cause, holder }: Doubt): boolean {
    return cause !== 'expired' || !lived(holder);
  }
}

const out: readonly EndState[] = ['SENT', 'DELIVERED', 'READ'];

/** Checks that SENT ⊆ recorded ⊆ SENT ∪ UNCONFIRMED, where DELIVERED and READ count as SENT. */
function checkRecorded({ ledger, recorded }: Evidence): string[] {
  const served = new Set(recorded.map(nameOf));
  const sent = ledger.filter(({ state }) => out.includes(state)).map(nameOf);
  const may = new Set([...sent, ...ledger.filter(({ state }) => state === 'UNCONFIRMED').map(nameOf)]);
  return [
    ...some(
      sent.filter((name) => !served.has(name)),
      'are SENT but received nothing',
    ),
    ...some(
      [...served].filter((name) => !may.has(name)),
      'got the message, but are neither SENT nor UNCONFIRMED',
    ),
  ];
}

/**
 * Checks that every repeated message follows its own doubt and has the same Message-ID, that nobody got it from two
 * senders, that a provider that must not be called twice received no repeated message, and that no lease ended early.
 */
function checkDoubles(evidence: Evidence, expected: Expectation): string[] {
  const { recorded, doubts } = evidence;
  const times = counted(recorded.map(nameOf));
  const doubted = counted(doubts.map(nameOf));
  const excess = [...times].filter(([name, count]) => count - 1 > (doubted.get(name) ?? 0));
  const early = doubts.filter(({ cause }) => cause === 'early');
  return [
    ...some(
      excess.map(([name, count]) => `${name} ${count} times`),
      'got it again without having been in doubt',
    ),
    ...some(neverTwice(recorded), 'got it twice from a provider that must not be called twice'),
    ...some(bySeveral(recorded), 'got it from two senders'),
    ...some(otherIds(recorded), 'got it again with another Message-ID'),
    ...some(early.map(nameOf), 'were in doubt before their lease expired'),
    ...(expected.doubts === 'none' ? none(doubts) : []),
    ...tooMany(doubts, expected),
    ...(expected.doubts === 'harmless' ? harmless(evidence) : []),
  ];
}

function neverTwice(recorded: readonly Recorded[]): string[] {
  const times = counted(recorded.filter(({ channel }) => channel !== 'EMAIL').map(nameOf));
  return [...times].flatMap(([name, count]) => (count > 1 ? [name] : []));
}

function bySeveral(recorded: readonly Recorded[]): string[] {
  const senders = Map.groupBy(recorded, nameOf);
  return [...senders].filter(([, all]) => new Set(all.map(({ by }) => by)).size > 1).map(([name]) => name);
}

function otherIds(recorded: readonly Recorded[]): string[] {
  const ids = new Map<string, string>();
  const others = new Set<string>();
  for (const record of recorded.filter(({ channel }) => channel === 'EMAIL')) {
    const name = nameOf(record);
    const known = ids.get(name) ?? record.messageId;
    if (known !== record.messageId || known === '') others.add(name);
    ids.set(name, known);
  }
  return [...others];
}

function none(doubts: readonly Doubt[]): string[] {
  return some(
    doubts.map((doubt) => `${nameOf(doubt)} (${doubt.cause}: ${doubt.reason ?? 'no reason'})`),
    'were in doubt unnecessarily',
  );
}

function tooMany({ length }: readonly Doubt[], { mostDoubts = Infinity }: Expectation): string[] {
  return length > mostDoubts ? [`${length} sends were in doubt, at most ${mostDoubts} are allowed`] : [];
}

function harmless({ recorded, ledger }: Evidence): string[] {
  const twice = [...counted(recorded.map(nameOf))].flatMap(([name, count]) => (count > 1 ? [name] : []));
  const unconfirmed = ledger.filter(({ state }) => state === 'UNCONFIRMED').map(nameOf);
  return [
    ...some(twice, 'got it again unnecessarily'),
    ...some(unconfirmed, 'are UNCONFIRMED unnecessarily'),
  ];
}

/** Checks that the report and the list of deliveries agree with a recount of the ledger. */
function checkReport({ ledger, report, deliveries }: Evidence): string[] {
  if (!report) return ['there is no report'];
  const wrong: string[] = [];
  const recount = counted(ledger.map(({ state }) => state));
  for (const [state, count] of Object.entries(report.states)) {
    const really = recount.get(state) ?? 0;
    if (really !== count) wrong.push(`the report says ${count} ${state}, the ledger ${really}`);
  }
  if (report.total !== ledger.length)
    wrong.push(`the report says ${report.total} in all, the ledger ${ledger.length}`);
  return [...wrong, ...checkReasons(ledger, report.reasons), ...checkList(ledger, deliveries)];
}

function checkReasons(
  ledger: readonly Entry[],
  reasons: NonNullable<Evidence['report']>['reasons'],
): string[] {
  const name = ({ channel, state, reason }: Pick<Entry, 'channel' | 'state' | 'reason'>): string =>
    `${channel} ${state} ${reason ?? ''}`;
  const reported = new Map<string, number>();
  for (const each of reasons) reported.set(name(each), (reported.get(name(each)) ?? 0) + each.count);
  const failed = ledger.filter(({ state }) => ['FAILED', 'SKIPPED', 'BOUNCED'].includes(state));
  const really = counted(failed.map(name));
  return [...really].flatMap(([what, count]) =>
    reported.get(what) === count
      ? []
      : [`the report says ${reported.get(what) ?? 0} of ${what}, the ledger ${count}`],
  );
}

function checkList(ledger: readonly Entry[], deliveries: readonly Listed[]): string[] {
  const line = (one: Listed | Entry): string => `${nameOf(one)} ${one.state} ${one.reason ?? '-'}`;
  const listed = counted(deliveries.map(line));
  const stored = counted(ledger.map(line));
  return [
    ...some(
      [...stored.keys()].filter((each) => listed.get(each) !== stored.get(each)),
      'are stored, but not listed as often',
    ),
    ...some(
      [...listed.keys()].filter((each) => !stored.has(each)),
      'are listed, but not stored',
    ),
  ];
}

/** Checks that the campaign ended once, in the expected status, and that its report shows that status. */
function checkEnd({ report, statuses, ledger }: Evidence, { end }: Expectation): string[] {
  const wrong: string[] = [];
  if (report?.status !== end) wrong.push(`the campaign is ${report?.status ?? 'unknown'}, not ${end}`);
  const ends = statuses.filter((status) => status === 'SENT' || status === 'CANCELLED');
  if (ends.length !== 1 || statuses.at(-1) !== end) wrong.push(`its statuses were ${statuses.join(', ')}`);
  const open = report?.states.QUEUED ?? 0;
  if (open > 0) wrong.push(`${open} are still QUEUED`);
  if (end === 'SENT' && report && !report.planningDone) wrong.push('its planning did not end');
  if (end === 'SENT' && report && report.planned !== ledger.length)
    wrong.push(`${report.planned} were planned, and the ledger has ${ledger.length}`);
  return wrong;
}

/** Checks that no queue holds a message, not even a dead-letter queue, and that no lease is left. */
function checkRemains({ queues, leftovers }: Evidence): string[] {
  const full = queues.filter(({ messages }) => messages > 0);
  return [...full.map(({ name, messages }) => `${messages} messages are left in ${name}`), ...leftovers];
}
