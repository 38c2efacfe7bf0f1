import type { Schemas } from '@carillon/sdk';
import { Paper, Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../../texts';
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
  const texts = useTexts();
  const { time } = useFormat();
  const lengths = [previousValues, signUps, importLines, storedAnswers].map(({ length }) => length);
  if (lengths.every((length) => length === 0)) return null;
  const unseen = lengths.reduce((sum, length) => sum + Math.max(0, length - LIMIT), 0);
  const from = ({ at, ip }: { at: string; ip: string | null }): string =>
    ip === null ? time(at) : `${time(at)} (${ip})`;
  return (
    <Section title={texts.person.others}>
      <Paper className="pane" p="md">
        <Stack gap="xs">
          {previousValues.slice(0, LIMIT).map(({ until, identifiers, attributes }, index) => (
            <Text key={index} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {texts.person.previousValues(time(until))}{' '}
              {[
                ...identifiers,
                ...Object.entries(attributes).map(([key, value]) => `${key}: ${asText(value)}`),
              ].join(', ')}
            </Text>
          ))}
          {signUps.slice(0, LIMIT).map(({ _id, title, requested, confirmed, wording }) => (
            <div key={_id}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {texts.person.signUp(title, from(requested))}{' '}
                {confirmed ? texts.person.signUpConfirmed(from(confirmed)) : texts.person.signUpWaits}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {wording}
              </Text>
            </div>
          ))}
          {importLines.slice(0, LIMIT).map(({ import: id, line, text, reason }) => (
            <Text key={`${id} ${line}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {texts.person.importLine(line, text)} ({reason ?? texts.person.importWaits})
            </Text>
          ))}
          {storedAnswers.slice(0, LIMIT).map(({ requestedAt, expiresAt }, index) => (
            <Text key={index} size="sm">
              {texts.person.storedAnswer(time(requestedAt), time(expiresAt))}
            </Text>
          ))}
          {unseen > 0 && <Text size="sm">{texts.person.moreInFile(unseen)}</Text>}
        </Stack>
      </Paper>
    </Section>
  );
}
