import { type Doubt, type Evidence, nameOf } from '../evidence/evidence';
import type { Recorded } from '../recorder/record';
import type { Expectation } from './expectation';
import { counted, some } from './some';

/**
 * Who got the message again was in doubt before, once for each time; with the same Message-ID; and never by a provider
 * that must not be asked twice. No lease is given up before its time.
 */
export function checkDoubles(evidence: Evidence, expected: Pick<Expectation, 'doubts'>): string[] {
  const { recorded, doubts } = evidence;
  const times = counted(recorded.map(nameOf));
  const doubted = counted(doubts.map(nameOf));
  const excess = [...times].filter(([name, count]) => count - 1 > (doubted.get(name) ?? 0));
  const early = doubts.filter(({ cause }) => cause === 'early');
  return [
    ...some(
      excess.map(([name, count]) => `${name} ${count} times`),
      'got it again, and nobody doubted',
    ),
    ...some(neverTwice(recorded), 'got it twice by a provider that must not be asked twice'),
    ...some(otherIds(recorded), 'got it again as another message'),
    ...some(early.map(nameOf), 'were doubted before their lease expired'),
    ...(expected.doubts === 'none' ? none(doubts) : []),
    ...(expected.doubts === 'harmless' ? harmless(evidence) : []),
  ];
}

function neverTwice(recorded: readonly Recorded[]): string[] {
  const times = counted(recorded.filter(({ channel }) => channel !== 'EMAIL').map(nameOf));
  return [...times].flatMap(([name, count]) => (count > 1 ? [name] : []));
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
    doubts.map((doubt) => `${nameOf(doubt)} (${doubt.cause})`),
    'were in doubt, and need not have been',
  );
}

function harmless({ recorded, ledger }: Evidence): string[] {
  const twice = [...counted(recorded.map(nameOf))].flatMap(([name, count]) => (count > 1 ? [name] : []));
  const unconfirmed = ledger.filter(({ state }) => state === 'UNCONFIRMED').map(nameOf);
  return [...some(twice, 'got it again without need'), ...some(unconfirmed, 'are UNCONFIRMED without need')];
}
