import { Code, Select, Table, Text } from '@mantine/core';
import { useImportTexts } from '../import-texts';
import { usePeopleTexts } from '../texts';
import { Fold } from '../../../ui/fold';
import { type ColumnChoice, type ColumnChoices, columnRules, columnTypes, formsOf } from '../column-choices';
import { possibleConsent } from '../consents';
import type { Judgment, Mapping } from '../csv';

/** The choice of no type, or of the rule of the file. */
const NONE = 'none';
/** The choice of a column with consents. */
const CONSENT = 'consent';

interface ImportTypesProps {
  columns: readonly string[];
  choices: ColumnChoices;
  values: Judgment['values'];
  mapping: Mapping;
  onChoose: (column: string, choice: ColumnChoice) => void;
}

/** The type, the form, and the rule of each column with data of people. */
export function ImportTypes({ columns, choices, values, mapping, onChoose }: ImportTypesProps) {
  const texts = useImportTexts();
  const { attributes } = usePeopleTexts();
  const hasMisfits = columns.some((column) => (choices[column]?.misfits ?? 0) > 0);
  if (columns.length === 0) return null;
  return (
    <Fold label={texts.columnTypes} isOpen={hasMisfits}>
      <Table.ScrollContainer minWidth={600} mt="xs">
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              {[texts.column, attributes.type, texts.valueForm, texts.rule].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map((column) => (
              <ColumnRow
                key={column}
                column={column}
                choice={choices[column] ?? {}}
                consent={values[column] ? possibleConsent(column, mapping) : null}
                onChoose={(choice) => onChoose(column, choice)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Fold>
  );
}

interface ColumnRowProps {
  column: string;
  choice: ColumnChoice;
  /** What the column is if it contains consents; null: it can't. */
  consent: ColumnChoice | null;
  onChoose: (choice: ColumnChoice) => void;
}

function ColumnRow({ column, choice, consent, onChoose }: ColumnRowProps) {
  const texts = useImportTexts();
  const { attributes } = usePeopleTexts();
  const { type, form, rule, optedOut, isDeclared = false, misfits = 0 } = choice;
  const forms = formsOf(type);
  return (
    <Table.Tr>
      <Table.Td>
        <Code>{`{{${column}}}`}</Code>
        {misfits > 0 && (
          <Text size="xs" fw={600}>
            {attributes.misfits(misfits)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={texts.typeOf(column)}
          data={[
            { value: NONE, label: texts.asText },
            ...columnTypes.map((value) => ({ value, label: attributes.types[value] })),
            ...(consent ? [{ value: CONSENT, label: texts.consentColumn }] : []),
          ]}
          value={optedOut ? CONSENT : (type ?? NONE)}
          allowDeselect={false}
          disabled={isDeclared}
          onChange={(value) => {
            if (value === CONSENT) {
              onChoose(consent ?? {});
              return;
            }
            const chosen = columnTypes.find((each) => each === value);
            const { type: _, form: __, optedOut: ___, ...rest } = choice;
            const [first] = formsOf(chosen);
            onChoose({ ...rest, ...(chosen && { type: chosen }), ...(first && { form: first }) });
          }}
        />
      </Table.Td>
      <Table.Td>
        {forms.length > 0 && (
          <Select
            aria-label={texts.formOf(column)}
            data={forms.map((value) => ({ value, label: texts.forms[value] }))}
            value={form ?? forms[0] ?? null}
            allowDeselect={false}
            onChange={(value) => {
              const chosen = forms.find((each) => each === value);
              if (chosen) onChoose({ ...choice, form: chosen });
            }}
          />
        )}
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={texts.ruleOf(column)}
          disabled={optedOut !== undefined}
          data={[
            { value: NONE, label: texts.asFile },
            ...columnRules.map((value) => ({ value, label: texts.rules[value] })),
          ]}
          value={rule ?? NONE}
          allowDeselect={false}
          onChange={(value) => {
            const chosen = columnRules.find((each) => each === value);
            const { rule: _, ...rest } = choice;
            onChoose({ ...rest, ...(chosen && { rule: chosen }) });
          }}
        />
      </Table.Td>
    </Table.Tr>
  );
}
