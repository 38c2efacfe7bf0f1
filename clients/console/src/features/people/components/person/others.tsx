import type { Schemas } from '@carillon/sdk';
import { Paper, Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../../texts';
import { Section } from './section';

type Person = Schemas['PersonalData'];

/** The number of lines shown; the downloaded file contains all lines. */
const LIMIT = 20;

/** Import lines and stored API replies that contain the address. */
export function Others({ person: { importLines, storedAnswers } }: { person: Person }) {
  const texts = useTexts();
  const { time } = useFormat();
  if (importLines.length + storedAnswers.length === 0) return null;
  const unseen = Math.max(0, importLines.length - LIMIT) + Math.max(0, storedAnswers.length - LIMIT);
  return (
    <Section title={texts.person.others}>
      <Paper className="pane" p="md">
        <Stack gap="xs">
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
