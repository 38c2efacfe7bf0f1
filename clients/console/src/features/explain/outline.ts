import type { Schemas } from '@carillon/sdk';
import type { Texts } from '../../texts';
import type { ReasonTexts } from '../../texts/reasons';
import type { Conditions } from '../segments';
import type { ExplanationTexts } from './texts';

type Explanation = Schemas['Explanation'];
type Outcome = boolean | null;

/** A line of an explanation. `outcome` undefined: it has none. */
export interface Line {
  text: string;
  depth: number;
  outcome?: Outcome;
  mayHaveChanged?: boolean;
}

/** How an explanation is written in the reader's language. */
export interface Wording {
  texts: { explain: ExplanationTexts } & Pick<ReasonTexts, 'suppressions'> & Pick<Texts, 'channels'>;
  /** The text of a condition. */
  read: (condition: Conditions) => string;
  time: (time: string) => string;
}

/** What led to the result: groups, segments with their conditions, exclusions, and opt-outs, in this order. */
export function outlineOf(explanation: Explanation, wording: Wording): Line[] {
  const { explain: words } = wording.texts;
  const group = (heading: (name: string) => string) => (of: Schemas['ExplainedGroup']) => [
    lineOf(heading(of.name ?? words.gone), of),
  ];
  const segment = (heading: (name: string) => string) => (of: Schemas['ExplainedSegment']) => [
    lineOf(heading(of.name ?? words.gone), of),
    ...of.clauses.map((clause) => clauseLine(clause, wording)),
  ];
  return [
    ...explanation.groups.flatMap(group(words.group)),
    ...explanation.segments.flatMap(segment(words.segment)),
    ...explanation.excludeGroups.flatMap(group(words.excludedGroup)),
    ...explanation.excludeSegments.flatMap(segment(words.excludedSegment)),
    ...optOutLines(explanation, wording),
  ];
}

const lineOf = (
  text: string,
  { outcome, mayHaveChanged }: { outcome: Outcome; mayHaveChanged: boolean },
): Line => ({
  text,
  depth: 0,
  outcome,
  mayHaveChanged,
});

function clauseLine(clause: Schemas['ExplainedClause'], wording: Wording): Line {
  const { depth, operator, condition, value, outcome, mayHaveChanged } = clause;
  const text =
    operator !== null
      ? wording.texts.explain.operators[operator]
      : condition !== null
        ? conditionText(condition, value, wording)
        : '';
  return { text, depth: depth + 1, outcome, mayHaveChanged };
}

/** The condition, with the value of the person if it is more than the outcome. */
function conditionText(
  condition: Conditions,
  value: Schemas['ExplainedClause']['value'],
  { texts, read }: Wording,
): string {
  const reading = read(condition);
  if ('group' in condition || 'channel' in condition || 'did' in condition) return reading;
  if (value === null) return texts.explain.withoutValue(reading);
  return texts.explain.withValue(reading, Array.isArray(value) ? value.join(', ') : String(value));
}

/** Only what was in force. */
function optOutLines({ topic, suppressions, snoozes }: Explanation, { texts, time }: Wording): Line[] {
  const { explain: words } = texts;
  const lines = [
    ...(topic?.optOuts ?? []).map(({ applied, createdAt }) => ({
      applied,
      text: words.leftTopic(topic?.name ?? words.gone, time(createdAt)),
    })),
    ...suppressions.map(({ applied, channel, identifier, reason, createdAt }) => ({
      applied,
      text: words.suppressed(
        identifier,
        texts.channels[channel],
        texts.suppressions.reasons[reason],
        time(createdAt),
      ),
    })),
    ...snoozes.map(({ applied, until }) => ({
      applied,
      text: until === null ? words.pauseEnded : words.paused(time(until)),
    })),
  ];
  return lines.filter(({ applied }) => applied).map(({ text }) => ({ text, depth: 0 }));
}
