import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { Refusal } from '../failures';
import { cell, grouped } from '../output/columns';
import type { View } from '../output/output';
import type { Session } from '../session';
import { ID, verb } from '../words';

type Checks = Answer<Schemas['CampaignChecks']>;
type Finding = Answer<Schemas['CampaignFinding']>;

export function checkCampaign(noun: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  verb(noun, 'check <campaign>', 'finds problems of the messages before you send them', `${ID} --strict`)
    .option('--strict', 'exits with 1 if there are errors')
    .action(async (id, { strict: isStrict }) => {
      const checks: Checks = await user.post('/campaigns/{id}/checks', { path: { id } });
      await output.one(checks, checksView);
      const errors = (checks.findings ?? []).filter(({ severity }) => severity === 'error');
      if (isStrict && errors.length > 0)
        throw new Refusal(`The checks found ${errors.length === 1 ? 'an error' : `${errors.length} errors`}`);
    });
}

/** One paragraph for each finding, with its places. */
const checksView: View<Checks> = ({ findings = [], isComplete, recipients }) => [
  ...(findings.length === 0 ? ['No problems found.'] : findings.flatMap(findingLines)),
  ...(recipients === null ? ['The campaign has no groups or segments, so no values were checked.'] : []),
  ...(isComplete === false ? ['Only some of the recipients were checked for values.'] : []),
];

function findingLines({ severity, field, code, detail, count = 0, places = [] }: Finding): string[] {
  const more = count - places.length;
  return [
    `${cell(severity)}: ${cell(field)}: ${cell(code)}`,
    `  ${cell(detail)}`,
    ...places.map(({ line, element }) => `  line ${grouped(line)}: ${cell(element)}`),
    ...(places.length > 0 && more > 0 ? [`  and ${grouped(more)} more`] : []),
    '',
  ];
}
