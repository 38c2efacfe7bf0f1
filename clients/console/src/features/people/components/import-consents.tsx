import { Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { channels } from '../../../ui/states';
import type { ColumnChoice, ColumnChoices } from '../column-choices';
import { isAmong } from '../consents';
import type { Judgment } from '../csv';
import { useImportTexts } from '../import-texts';

interface ImportConsentsProps {
  choices: ColumnChoices;
  /** The values of the columns in all lines. */
  values: Judgment['values'];
  onChoose: (column: string, choice: ColumnChoice) => void;
}

/** The columns with consents, and which of their values mean that a person opted out. */
export function ImportConsents({ choices, values, onChoose }: ImportConsentsProps) {
  const texts = useTexts();
  const imports = useImportTexts();
  const { number } = useFormat();
  const columns = Object.entries(choices).flatMap(([column, choice]) =>
    choice?.optedOut ? [{ column, ...choice.optedOut }] : [],
  );
  if (columns.length === 0) return null;
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={550}>
          {imports.consents}
        </Text>
        <Text size="sm" c="dimmed">
          {imports.consentsHint}
        </Text>
      </div>
      {columns.map(({ column, channel, values: chosen }) => (
        <Checkbox.Group
          key={column}
          label={imports.optedOutOf(column, texts.channels[channel])}
          value={(values[column] ?? []).flatMap(({ value }) =>
            isAmong(value, { values: chosen }) ? [value] : [],
          )}
          onChange={(next) => onChoose(column, { optedOut: { channel, values: next } })}
        >
          <Group mt={4} gap="md" align="center">
            {(values[column] ?? []).map(({ value, lines }) => (
              <Checkbox key={value} value={value} label={`${value} (${number(lines)})`} />
            ))}
            <Select
              aria-label={imports.consentChannel(column)}
              size="xs"
              w={130}
              data={channels.map((value) => ({ value, label: texts.channels[value] }))}
              value={channel}
              allowDeselect={false}
              onChange={(next) => {
                const found = channels.find((each) => each === next);
                if (found) onChoose(column, { optedOut: { channel: found, values: chosen } });
              }}
            />
          </Group>
        </Checkbox.Group>
      ))}
    </Stack>
  );
}
