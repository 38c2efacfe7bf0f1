import type { Schemas } from '@carillon/sdk';
import { Paper, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../../texts';
import { usePersonTexts } from '../../person-texts';
import { asText } from '../../extra-data';
import { Section } from './section';

type Person = Schemas['PersonalData'];

/** The number of lines shown; the downloaded file contains all lines. */
const LIMIT = 20;

/** Previous values, sign-ups, import lines, and stored API replies that contain the address. */
export function Others({
  person: { previousValues, signUps, importLines, storedAnswers },
}: {
  person: Person;
}) {
  const personTexts = usePersonTexts();
  const { time } = useFormat();
  const lengths = [previousValues, signUps, importLines, storedAnswers].map(({ length }) => length);
  if (lengths.every((length) => length === 0)) return null;
  const unseen = lengths.reduce((sum, length) => sum + Math.max(0, length - LIMIT), 0);
  const from = ({ at, ip }: { at: string; ip: string | null }): string =>
    ip === null ? time(at) : `${time(at)} (${ip})`;
  return (
    <Section title={personTexts.others}>
      <Paper className="pane" p="md">
        <Stack gap="xs">
          {previousValues.slice(0, LIMIT).map(({ until, identifiers, attributes }, index) => (
            <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {personTexts.previousValues(time(until))}{' '}
              {[
                ...identifiers,
                ...Object.entries(attributes).map(([key, value]) => `${key}: ${asText(value)}`),
              ].join(', ')}
            </Text>
          ))}
          {signUps.slice(0, LIMIT).map(({ _id, title, requested, confirmed, wording }) => (
            <div key={_id}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {personTexts.signUp(title, from(requested))}{' '}
                {confirmed ? personTexts.signUpConfirmed(from(confirmed)) : personTexts.signUpWaits}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {wording}
              </Text>
            </div>
          ))}
          {importLines.slice(0, LIMIT).map(({ import: id, line, text, reason }) => (
            <Text key={`${id} ${line}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {personTexts.importLine(line, text)} ({reason ?? personTexts.importWaits})
            </Text>
          ))}
          {storedAnswers.slice(0, LIMIT).map(({ requestedAt, expiresAt }, index) => (
            <Text key={index} size="sm">
              {personTexts.storedAnswer(time(requestedAt), time(expiresAt))}
            </Text>
          ))}
          {unseen > 0 && <Text size="sm">{personTexts.moreInFile(unseen)}</Text>}
        </Stack>
      </Paper>
    </Section>
  );
}
