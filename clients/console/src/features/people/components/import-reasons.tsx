import { Code, Stack, Table, Text } from '@mantine/core';
import type { RejectedFor } from '../csv';
import { type Texts, useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { type ImportTexts, useImportTexts } from '../import-texts';
import { fieldName } from '../../../texts/fields';
import { Listing } from '../../../ui/page';

/** The reason of a rejected line as text: each issue as a sentence of field and error. */
export function reasonText(reason: string, texts: Texts, imports: ImportTexts): string {
  const own: Readonly<Partial<Record<string, string>>> = {
    too_many: imports.unnamedValue,
    too_long: imports.tooLong,
    malformed_csv: imports.malformedCsv,
    invalid_text: imports.invalidText,
    person_conflict: imports.personConflict,
    'email: required': imports.noAddresses,
    'locale: not_allowed': imports.unknownLocale,
    'timeZone: not_allowed': imports.unknownTimeZone,
    'country: not_allowed': imports.unknownCountry,
    'attributes: too_many_addresses': imports.tooManyAddresses,
    'attributes: too_many_attributes': imports.tooManyAttributes,
    'attributes: attributes_too_big': imports.attributesTooBig,
    'quota_exceeded: subscribers': imports.noRoomForSubscribers,
    'quota_exceeded: people': imports.noRoomForPeople,
    'limit_reached: attributes': imports.noRoomForAttributes,
  };
  return reason
    .split('; ')
    .map((issue) => {
      const parts = issue.split(': ');
      const text = own[issue.startsWith('person_conflict') ? 'person_conflict' : issue];
      if (text !== undefined) return text;
      const code = parts.at(-1) ?? '';
      if (parts.length === 1) return texts.errors.fields[code] ?? code;
      const problem = texts.errors.fields[code];
      return problem === undefined ? issue : `${fieldName(parts.at(-2) ?? '', texts)} ${problem}`;
    })
    .join('; ');
}

/** Rejected lines by reason, with the number of lines and the first lines. `shift`: see Sent. */
export function ReasonTable({ rejected, shift = 0 }: { rejected: readonly RejectedFor[]; shift?: number }) {
  const texts = useTexts();
  const { group } = usePeopleTexts();
  const imports = useImportTexts();
  const { number } = useFormat();
  return (
    <Listing minWidth={420} heads={[group.why, group.rejected, imports.examples]}>
      {rejected.map(({ reason, count, examples }) => (
        <Table.Tr key={reason}>
          <Table.Td>{reasonText(reason, texts, imports)}</Table.Td>
          <Table.Td className="numbers">{number(count)}</Table.Td>
          <Table.Td>
            <Stack gap={2}>
              {examples.map(({ line, text }) => (
                <Text key={line} size="sm" truncate maw={420}>
                  {imports.lines(number(line - shift))}: <Code>{text}</Code>
                </Text>
              ))}
            </Stack>
          </Table.Td>
        </Table.Tr>
      ))}
    </Listing>
  );
}
