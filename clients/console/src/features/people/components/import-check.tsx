import {
  Alert,
  Badge,
  Button,
  Code,
  Group,
  Paper,
  Progress,
  Radio,
  Select,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import {
  type CsvHead,
  type Judgment,
  type Mapping,
  type StoredRow,
  type TextForm,
  columnValues,
  dataColumns,
  fieldColumns,
  guessMapping,
  hasAddresses,
  readHeadAs,
  storedRow,
} from '../csv';
import { type Texts, useFormat, useTexts } from '../../../texts';
import { type PeopleTexts, usePeopleTexts } from '../texts';
import { useImportTexts } from '../import-texts';
import { fieldName } from '../../../texts/fields';
import { useCountryNames } from '../../../ui/countries';
import { CountrySelect } from '../../../ui/country-select';
import { ErrorNote } from '../../../ui/page';
import { ReasonTable, reasonText } from './import-reasons';
import { ImportColumns } from './import-columns';
import { ImportConsents } from './import-consents';
import { ImportTrial } from './import-trial';
import { ImportTypes } from './import-types';
import { useDeclaredTypes } from '../api/attributes';
import { type rememberedFor, toRemember } from '../mappings';
import {
  type ColumnChoice,
  type ColumnChoices,
  SAMPLE,
  probableChoices,
  withMisfits,
} from '../column-choices';
import { isAmong, probableConsents, withNewOptOuts } from '../consents';
import {
  type ImportProgress,
  type OnExisting,
  useFileCheck,
  useRememberMapping,
  useStartImport,
} from '../api/imports';

export interface Chosen {
  file: File;
  head: CsvHead;
}

/** A file as it was sent. */
export interface Sent {
  file: Blob;
  /** The number of lines that the console added before the user's own lines. */
  shift: number;
}

interface CheckProps {
  chosen: Chosen;
  groupId: string;
  /** The country of the account, or of the previous import. */
  country: string | null;
  /** How the columns of such a file were read the last time. */
  remembered: ReturnType<typeof rememberedFor>;
  onSent: (importId: string, sent: Sent) => void;
  onCancel: () => void;
}

/** Shows the API's result for all lines of a file, and lets the user choose its form and columns. */
export function Check({
  chosen: { file, head: first },
  groupId,
  country: initialCountry,
  remembered,
  onSent,
  onCancel,
}: CheckProps) {
  const texts = useTexts();
  const { group: groupTexts } = usePeopleTexts();
  const imports = useImportTexts();
  const { share } = useFormat();
  const nameOf = useCountryNames();
  const [head, setHead] = useState(first);
  const [mapping, setMapping] = useState<Mapping>(() => remembered?.mapping ?? guessMapping(first.columns));
  /** Undefined: the user didn't choose one. */
  const [chosenCountry, setCountry] = useState<string | null>();
  const [assumed, setAssumed] = useState<Judgment['national']>(null);
  const country = chosenCountry === undefined ? (initialCountry ?? assumed?.country ?? null) : chosenCountry;
  const [isSpellingSure, setSpellingSure] = useState(first.found.readings.length < 2);
  const [onExisting, setOnExisting] = useState<OnExisting>('skip');
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [trialId, setTrialId] = useState<string | null>(null);
  const declared = useDeclaredTypes();
  /** The choices that differ from the probable ones. */
  const [choices, setChoices] = useState<ColumnChoices>(remembered?.choices ?? {});
  const ofPeople = mapping.people ? dataColumns(head, mapping) : [];
  const valuesOf = (column: string): string[] => columnValues(head, mapping, column);
  const probable = probableChoices(ofPeople, valuesOf, declared.data ?? []);
  const { encoding, delimiter } = head;
  const { check, progress: checked } = useFileCheck(file, head, mapping, country);
  const values = check.data?.values ?? {};
  const consents = probableConsents(ofPeople, values, mapping);
  /** A remembered choice that the user didn't change. */
  const rememberedChoice = (name: string): ColumnChoice | undefined =>
    choices[name] === remembered?.choices[name] ? withNewOptOuts(name, choices[name], values) : choices[name];
  const columns = withMisfits(
    Object.fromEntries(
      ofPeople.map((name) => [name, rememberedChoice(name) ?? consents[name] ?? probable[name] ?? {}]),
    ),
    valuesOf,
  );
  const choose = (column: string, choice: ColumnChoice): void => {
    setTrialId(null);
    setChoices({ ...choices, [column]: choice });
  };
  const readAs = (form: Partial<TextForm>): void => {
    void readHeadAs(file, head.found, { ...head, ...form }, SAMPLE).then((next) => {
      if (next.columns.join('\n') !== head.columns.join('\n')) setMapping(guessMapping(next.columns));
      setHead(next);
    });
  };
  const remember = useRememberMapping({ silent: true });
  const start = useStartImport({
    silent: true,
    done: ({ _id, sent, isTrial }) => {
      if (isTrial) {
        setTrialId(_id);
        return;
      }
      const memory = toRemember(head.columns, mapping, columns);
      if (memory) remember.mutate(memory);
      onSent(_id, { file: sent, shift: head.isHeaderless ? 1 : 0 });
    },
  });
  const send = (isTrial: boolean): void => {
    setTrialId(null);
    const options = { onExisting: chosenExisting, country, columns, isTrial };
    start.mutate({ file, head, mapping, groupId, ...options, onProgress: setProgress });
  };
  const isChecked = check.isSuccess && !check.isPlaceholderData;
  const isUnsure = chosenCountry === undefined && initialCountry === null;
  if (isUnsure && assumed === null && isChecked && check.data.national) setAssumed(check.data.national);
  const isEmpty = head.rows.length === 0;
  const isMapped = hasAddresses(mapping);
  const existingOptions = existingChoices(mapping, groupTexts);
  const chosenExisting = existingOptions.find(({ value }) => value === onExisting)?.value ?? 'skip';
  const mayStart =
    !isEmpty && isMapped && isSpellingSure && isChecked && check.data.taken > 0 && check.data.flaw === null;
  return (
    <Paper className="pane">
      <Stack>
        <Title order={2}>
          {groupTexts.importTitle}: {file.name}
        </Title>
        <Text size="sm" c="dimmed">
          {imports.form(imports.separators[delimiter] ?? delimiter, encoding.toUpperCase())}
          {remembered && ` ${imports.remembered}`}
        </Text>
        {head.isHeaderless && <Alert color="blue">{imports.headerless}</Alert>}
        <Spelling
          head={head}
          isSure={isSpellingSure}
          onChoose={(chosen) => {
            setSpellingSure(true);
            readAs({ encoding: chosen });
          }}
        />
        <ImportColumns
          head={head}
          mapping={mapping}
          onMap={(next) => {
            setTrialId(null);
            setMapping(next);
          }}
          onSeparator={(next) => readAs({ delimiter: next })}
        >
          <Select
            label={groupTexts.existing}
            data={existingOptions}
            value={chosenExisting}
            allowDeselect={false}
            onChange={(value) => {
              setTrialId(null);
              setOnExisting(existingOptions.find((each) => each.value === value)?.value ?? 'skip');
            }}
          />
          {mayHaveNumbers(mapping) && <CountrySelect value={country} onChange={setCountry} />}
        </ImportColumns>
        {isUnsure && assumed && (
          <Alert color="blue">{imports.assumed(assumed.count, nameOf(assumed.country))}</Alert>
        )}
        {isEmpty ? (
          <Alert color="orange">{imports.empty}</Alert>
        ) : !isMapped ? (
          <Alert color="orange">{imports.chooseAddresses}</Alert>
        ) : (
          <>
            <ImportConsents choices={columns} values={values} onChoose={choose} />
            <FirstRows head={head} mapping={mapping} country={country} choices={columns} />
            <ImportTypes
              columns={ofPeople}
              choices={columns}
              values={values}
              mapping={mapping}
              onChoose={choose}
            />
            {check.error && <ErrorNote error={check.error} />}
            {isChecked ? (
              <Outcome check={check.data} isOfPeople={mapping.people !== undefined} onCountry={setCountry} />
            ) : (
              !check.error && (
                <Text size="sm" role="status">
                  {imports.checking(share(checked, 1))}
                </Text>
              )
            )}
          </>
        )}
        {trialId !== null && <ImportTrial importId={trialId} shift={head.isHeaderless ? 1 : 0} />}
        {start.error && <ErrorNote error={start.error} />}
        {start.isPending && (
          <div role="status">
            <Text size="sm">
              {progress?.isUploading
                ? groupTexts.sending(share(progress.share, 1))
                : imports.preparing(share(progress?.share ?? 0, 1))}
            </Text>
            <Progress value={100 * (progress?.share ?? 0)} aria-label={groupTexts.importTitle} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button
            variant="default"
            disabled={!mayStart || start.isPending || declared.isPending}
            onClick={() => send(true)}
          >
            {imports.try}
          </Button>
          <Button
            loading={start.isPending}
            disabled={!mayStart || declared.isPending}
            onClick={() => send(false)}
          >
            {groupTexts.startFile}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function mayHaveNumbers(mapping: Mapping): boolean {
  const { people } = mapping;
  if (people) return people.phone !== null || people.whatsapp !== null;
  return mapping.channel !== null || mapping.everybody !== 'email';
}

/** What can happen to known people. */
function existingChoices(
  { people }: Mapping,
  group: PeopleTexts['group'],
): readonly { value: OnExisting; label: string }[] {
  if (!people)
    return [
      { value: 'skip', label: group.skip },
      { value: 'update', label: group.update },
    ];
  return [
    { value: 'skip', label: group.skipPeople },
    { value: 'fill', label: group.fillPeople },
    { value: 'update', label: group.updatePeople },
  ];
}

interface SpellingProps {
  head: CsvHead;
  isSure: boolean;
  onChoose: (encoding: CsvHead['encoding']) => void;
}

/** Asks for the encoding if several are possible, with examples that they decode differently. */
function Spelling({ head, isSure, onChoose }: SpellingProps) {
  const imports = useImportTexts();
  const { readings } = head.found;
  if (readings.length < 2) return null;
  return (
    <Alert color={isSure ? 'blue' : 'orange'}>
      <Radio.Group
        label={imports.whichLetters}
        description={imports.whichLettersHint}
        value={isSure ? head.encoding : null}
        onChange={(value) => {
          const chosen = readings.find(({ encoding }) => encoding === value);
          if (chosen) onChoose(chosen.encoding);
        }}
      >
        <Stack gap="xs" mt="xs">
          {readings.map(({ encoding, words }) => (
            <Radio key={encoding} value={encoding} label={words.join(', ')} description={encoding} />
          ))}
        </Stack>
      </Radio.Group>
    </Alert>
  );
}

interface OutcomeProps {
  check: Judgment;
  isOfPeople: boolean;
  onCountry: (country: string) => void;
}

/** The number of lines that can be imported, and the reasons for rejecting the other lines. */
function Outcome({ check, isOfPeople, onCountry }: OutcomeProps) {
  const texts = useTexts();
  const imports = useImportTexts();
  const nameOf = useCountryNames();
  const { lines, taken, repeated, rejected, national, flaw } = check;
  if (flaw !== null) return <Alert color="orange">{reasonText(flaw, texts, imports)}</Alert>;
  const notTaken = lines - taken;
  return (
    <Stack gap="xs" role="status">
      <Text fw={550}>{imports.checked(taken, lines)}</Text>
      {repeated > 0 && (
        <Text size="sm">{isOfPeople ? imports.repeatedPeople(repeated) : imports.repeated(repeated)}</Text>
      )}
      {notTaken > 0 && (
        <Alert color="orange" title={imports.notTakenLines(notTaken)}>
          <Stack gap="sm">
            {taken === 0 && <Text size="sm">{imports.nothingImportable}</Text>}
            {national && (
              <Button
                variant="default"
                size="compact-sm"
                h="auto"
                py={4}
                style={{ alignSelf: 'flex-start' }}
                styles={{ label: { whiteSpace: 'normal' } }}
                onClick={() => onCountry(national.country)}
              >
                {imports.treatAs(national.count, nameOf(national.country))}
              </Button>
            )}
            <ReasonTable rejected={rejected} />
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

/** The number of rows that are shown. */
const SHOWN_ROWS = 5;

interface FirstRowsProps {
  head: CsvHead;
  mapping: Mapping;
  country: string | null;
  choices: ColumnChoices;
}

function FirstRows({ head, mapping, country, choices }: FirstRowsProps) {
  const texts = useTexts();
  const { group } = usePeopleTexts();
  const imports = useImportTexts();
  const rows = head.rows
    .slice(0, SHOWN_ROWS)
    .map((row) => storedRow(row, head, mapping, country ?? undefined));
  const hasConsent = rows.some((row) => row.hasConsent);
  const isOfPeople = mapping.people !== undefined;
  const fields = fieldColumns(head, mapping);
  const data = dataColumns(head, mapping).map((name, index) => ({ name, index, ...choices[name] }));
  const isOptedOut = (row: StoredRow, field: string): boolean =>
    data.some(
      ({ optedOut, index }) =>
        optedOut &&
        optedOut.channel === (channelsOf as Readonly<Partial<Record<string, string>>>)[field] &&
        isAmong(row.data[index] ?? '', optedOut),
    );
  const stored = data.filter(({ optedOut }) => !optedOut || optedOut.values.length === 0);
  const badged = isOfPeople ? fields[0] : 'address';
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {isOfPeople ? imports.asPeople : imports.asStored}
      </Text>
      <Table.ScrollContainer minWidth={480}>
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              {fields.map((name) => (
                <Table.Th key={`field ${name}`}>{fieldHead(name, texts, group)}</Table.Th>
              ))}
              {stored.map(({ name }) => (
                <Table.Th key={name}>
                  <Code>{`{{${name}}}`}</Code>
                </Table.Th>
              ))}
              {hasConsent && <Table.Th>{imports.consentColumn}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={index}>
                {fields.map((name) => (
                  <Table.Td key={name}>
                    {fieldText(name, row.fields[name] ?? '', texts)}
                    {row.reason !== null && name === badged && (
                      <Badge
                        ml="xs"
                        miw="max-content"
                        variant="light"
                        tt="none"
                        radius="sm"
                        color="orange"
                        title={reasonText(row.reason, texts, imports)}
                      >
                        {imports.notTaken}
                      </Badge>
                    )}
                    {row.fields[name] && isOptedOut(row, name) && (
                      <Badge ml="xs" miw="max-content" variant="light" tt="none" radius="sm" color="gray">
                        {imports.optedOut}
                      </Badge>
                    )}
                  </Table.Td>
                ))}
                {stored.map(({ name, index: column }) => (
                  <Table.Td key={name}>{row.data[column] === '' ? '–' : row.data[column]}</Table.Td>
                ))}
                {hasConsent && <Table.Td>{row.hasConsent ? '✓' : '–'}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {isOfPeople && (
        <Text size="sm" c="dimmed" mt={4}>
          {imports.invalidValues}
        </Text>
      )}
    </div>
  );
}

const channelsOf = { email: 'EMAIL', phone: 'SMS', whatsapp: 'WHATSAPP' } as const;

/** An address of a person has the name of its channel. */
function fieldHead(name: string, texts: Texts, group: PeopleTexts['group']): string {
  if (name === 'address') return group.address;
  return name in channelsOf
    ? texts.channels[channelsOf[name as keyof typeof channelsOf]]
    : fieldName(name, texts);
}

/** A cell before the data of a row: an address, a channel, or another field. */
function fieldText(name: string, value: string, { channels }: Texts): string {
  const known: Readonly<Partial<Record<string, string>>> = channels;
  if (name === 'channel') return known[value.toUpperCase()] ?? value;
  return value === '' ? '–' : value;
}
