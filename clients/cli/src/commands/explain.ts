import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { UsageError } from '../failures';
import { cell, number, wide } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';

type Explanation = Answer<Schemas['Explanation']>;
type Target = Pick<Answer<Schemas['ExplainedSegment']>, '_id' | 'name' | 'outcome' | 'mayHaveChanged'>;
type Clause = Answer<Schemas['ExplainedClause']>;

export function explainCampaign(noun: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    noun,
    'explain <campaign>',
    'explains why a person got a campaign, or did not',
    `${ID} --identifier mary@example.com`,
    `${ID} --person ${ID}`,
  )
    .option('--identifier <address>', 'email address or international phone number')
    .option('--person <person>', 'ID of the person')
    .action(async (id, { identifier, person: personId }) => {
      if ((identifier === undefined) === (personId === undefined))
        throw new UsageError('Use either --identifier or --person');
      const options = { path: { id }, query: { identifier, personId } };
      await output.one(await user.get('/campaigns/{id}/explain', options), explanationView);
    });
}

/** The decision, and then what led to it. */
const explanationView: View<Explanation> = (explanation, { tableLines }, room) => {
  const { result, summary, asOf, deliveries = [] } = explanation;
  const isTranslated = deliveries.some(({ translation }) => typeof translation === 'string');
  const columns = isTranslated ? [...deliveryColumns, wide('translation', 'LANGUAGE')] : deliveryColumns;
  return [
    `${cell(result)}: ${cell(summary)}`,
    '',
    `as of    ${cell(asOf)}`,
    `planned  ${cell(explanation.plannedAt)}`,
    `person   ${cell(explanation.person)}`,
    ...targetLines('group', explanation.groups),
    ...targetLines('segment', explanation.segments),
    ...targetLines('excluded group', explanation.excludeGroups),
    ...targetLines('excluded segment', explanation.excludeSegments),
    ...choiceLines(explanation),
    ...(deliveries.length > 0 ? ['', ...tableLines(columns, deliveries, room)] : []),
    ...refusalLines(deliveries),
  ];
};

const deliveryColumns = [
  'channel',
  wide('identifier'),
  'state',
  'reason',
  wide('providerCode', 'CODE'),
  number('attempts'),
  'updatedAt',
] as const;

/** The senders of a pool that refused messages before another sender got them. */
function refusalLines(deliveries: NonNullable<Explanation['deliveries']>): string[] {
  const lines = deliveries.flatMap(({ identifier, earlierSenders = [] }) =>
    earlierSenders.map(
      ({ sender, reason, providerCode, at }) =>
        `${cell(identifier)} refused by the sender ${cell(sender)} at ${cell(at)}: ${cell(reason)} ${cell(providerCode)}`,
    ),
  );
  return lines.length > 0 ? ['', ...lines] : [];
}

function targetLines(
  kind: string,
  targets: readonly (Target & { clauses?: Clause[] | undefined })[] = [],
): string[] {
  return targets.flatMap((target) => {
    const { _id, name, clauses = [] } = target;
    return ['', `${kind} ${cell(name ?? _id)}: ${outcomeOf(target)}`, ...clauses.map(clauseLine)];
  });
}

/** Indented like the conditions. */
function clauseLine(clause: Clause): string {
  const { depth = 0, operator, condition, value } = clause;
  const what = operator ?? `${cell(JSON.stringify(condition))} (has ${cell(JSON.stringify(value))})`;
  return `${'  '.repeat(depth + 1)}${what}: ${outcomeOf(clause)}`;
}

function outcomeOf({ outcome, mayHaveChanged }: Pick<Target, 'outcome' | 'mayHaveChanged'>): string {
  const known = outcome === null || outcome === undefined ? 'unknown' : outcome ? 'yes' : 'no';
  return mayHaveChanged ? `${known}, may have changed since` : known;
}

/** The opt-outs of the person, with those that were in force marked. */
function choiceLines({ topic, suppressions = [], snoozes = [] }: Explanation): string[] {
  const inForce = (applied: boolean | undefined): string => (applied ? 'in force' : 'not in force');
  const lines = [
    ...(topic?.optOuts ?? []).map(
      ({ identifier, createdAt, applied }) =>
        `left the topic ${cell(topic?.name ?? topic?._id)} on ${cell(createdAt)} with ${cell(identifier)} (${inForce(applied)})`,
    ),
    ...suppressions.map(
      ({ channel, identifier, reason, source, createdAt, applied }) =>
        `${cell(channel)} ${cell(identifier)} suppressed since ${cell(createdAt)}: ${cell(reason)} ${cell(source)} (${inForce(applied)})`,
    ),
    ...snoozes.map(
      ({ identifier, until, applied }) =>
        `paused all messages until ${cell(until)} with ${cell(identifier)} (${inForce(applied)})`,
    ),
  ];
  return lines.length > 0 ? ['', ...lines] : [];
}
