import type { Schemas } from '@carillon/sdk';
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
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  type CsvHead,
  type Judgment,
  type Mapping,
  type TextForm,
  dataColumns,
  guessMapping,
  readHeadAs,
  rememberMapping,
  rememberedMapping,
  storedRow,
} from '../csv';
import { useSession } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useCountryNames } from '../../../ui/countries';
import { CountrySelect } from '../../../ui/country-select';
import { ErrorNote } from '../../../ui/page';
import { ReasonTable, reasonText } from './import-reasons';
import { type ImportProgress, useFileCheck, useStartImport } from '../api/imports';

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
  onSent: (importId: string, sent: Sent) => void;
  onCancel: () => void;
}

/** Shows the API's result for all lines of a file, and lets the user choose its form and columns. */
export function Check({
  chosen: { file, head: first },
  groupId,
  country: initialCountry,
  onSent,
  onCancel,
}: CheckProps) {
  const texts = useTexts();
  const { share } = useFormat();
  const { account } = useSession();
  const [head, setHead] = useState(first);
  const [remembered] = useState(() => rememberedMapping(account._id, first.columns));
  const [mapping, setMapping] = useState<Mapping>(() => remembered ?? guessMapping(first.columns));
  const [country, setCountry] = useState(initialCountry);
  const [isSpellingSure, setSpellingSure] = useState(first.found.readings.length < 2);
  const [onExisting, setOnExisting] = useState<'skip' | 'update'>('skip');
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const { encoding, delimiter } = head;
  const { check, progress: checked } = useFileCheck(file, head, mapping, country);
  const readAs = (form: Partial<TextForm>): void => {
    void readHeadAs(file, head.found, { ...head, ...form }).then((next) => {
      if (next.columns.join('\n') !== head.columns.join('\n')) setMapping(guessMapping(next.columns));
      setHead(next);
    });
  };
  const start = useStartImport({
    silent: true,
    done: ({ _id, sent }) => {
      rememberMapping(account._id, head.columns, mapping);
      onSent(_id, { file: sent, shift: head.isHeaderless ? 1 : 0 });
    },
  });
  const isChecked = check.isSuccess && !check.isPlaceholderData;
  const isEmpty = head.rows.length === 0;
  const mayStart =
    !isEmpty && isSpellingSure && isChecked && check.data.taken > 0 && check.data.flaw === null;
  return (
    <Paper className="pane">
      <Stack>
        <Title order={2}>
          {texts.group.importTitle}: {file.name}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.imports.form(texts.imports.separators[delimiter] ?? delimiter, encoding.toUpperCase())}
          {remembered && ` ${texts.imports.remembered}`}
        </Text>
        {head.isHeaderless && <Alert color="blue">{texts.imports.headerless}</Alert>}
        <Spelling
          head={head}
          isSure={isSpellingSure}
          onChoose={(chosen) => {
            setSpellingSure(true);
            readAs({ encoding: chosen });
          }}
        />
        <Columns
          head={head}
          mapping={mapping}
          onMap={setMapping}
          onSeparator={(next) => readAs({ delimiter: next })}
        >
          <Select
            label={texts.group.existing}
            data={[
              { value: 'skip', label: texts.group.skip },
              { value: 'update', label: texts.group.update },
            ]}
            value={onExisting}
            allowDeselect={false}
            onChange={(value) => setOnExisting(value === 'update' ? 'update' : 'skip')}
          />
          {mayHaveNumbers(mapping) && <CountrySelect value={country} onChange={setCountry} />}
        </Columns>
        {isEmpty ? (
          <Alert color="orange">{texts.imports.empty}</Alert>
        ) : (
          <>
            <FirstRows head={head} mapping={mapping} country={country} />
            {check.error && <ErrorNote error={check.error} />}
            {isChecked ? (
              <Outcome check={check.data} onCountry={setCountry} />
            ) : (
              !check.error && (
                <Text size="sm" role="status">
                  {texts.imports.checking(share(checked, 1))}
                </Text>
              )
            )}
          </>
        )}
        {start.error && <ErrorNote error={start.error} />}
        {start.isPending && (
          <div role="status">
            <Text size="sm">
              {progress?.isUploading
                ? texts.group.sending(share(progress.share, 1))
                : texts.imports.preparing(share(progress?.share ?? 0, 1))}
            </Text>
            <Progress value={100 * (progress?.share ?? 0)} aria-label={texts.group.importTitle} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button
            loading={start.isPending}
            disabled={!mayStart}
            onClick={() =>
              start.mutate({ file, head, mapping, groupId, onExisting, country, onProgress: setProgress })
            }
          >
            {texts.group.startFile}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function mayHaveNumbers({ channel, everybody }: Mapping): boolean {
  return channel !== null || everybody !== 'email';
}

interface SpellingProps {
  head: CsvHead;
  isSure: boolean;
  onChoose: (encoding: CsvHead['encoding']) => void;
}

/** Asks for the encoding if several are possible, with examples that they decode differently. */
function Spelling({ head, isSure, onChoose }: SpellingProps) {
  const texts = useTexts();
  const { readings } = head.found;
  if (readings.length < 2) return null;
  return (
    <Alert color={isSure ? 'blue' : 'orange'}>
      <Radio.Group
        label={texts.imports.whichLetters}
        description={texts.imports.whichLettersHint}
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

interface ColumnsProps {
  head: CsvHead;
  mapping: Mapping;
  onMap: (mapping: Mapping) => void;
  onSeparator: (separator: CsvHead['delimiter']) => void;
  children: ReactNode;
}

function Columns({ head, mapping, onMap, onSeparator, children }: ColumnsProps) {
  const texts = useTexts();
  const everybody = (channel: Mapping['everybody']): string =>
    texts.group.mapChannelAll(texts.channels[channel.toUpperCase() as Schemas['Channel']]);
  const columns = [...new Set(head.columns.filter((each) => each !== ''))];
  const channelChoices = [
    ...columns
      .filter((each) => each !== mapping.address)
      .map((each) => ({ value: `column ${each}`, label: each })),
    ...(['email', 'whatsapp', 'sms'] as const).map((each) => ({ value: each, label: everybody(each) })),
  ];
  const chooseChannel = (value: string | null): void => {
    if (value === 'email' || value === 'whatsapp' || value === 'sms')
      onMap({ ...mapping, channel: null, everybody: value });
    else if (value !== null) onMap({ ...mapping, channel: value.slice('column '.length) });
  };
  const { delimiterChoices } = head.found;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {delimiterChoices.length > 1 && (
        <Select
          label={texts.imports.separator}
          data={delimiterChoices.map((value) => ({ value, label: texts.imports.separators[value] ?? value }))}
          value={head.delimiter}
          allowDeselect={false}
          onChange={(value) => {
            const chosen = delimiterChoices.find((each) => each === value);
            if (chosen) onSeparator(chosen);
          }}
        />
      )}
      <Select
        label={texts.group.mapAddress}
        data={columns}
        value={mapping.address}
        allowDeselect={false}
        onChange={(address) => onMap({ ...mapping, address: address ?? mapping.address })}
      />
      <Select
        label={texts.group.mapChannel}
        data={channelChoices}
        value={mapping.channel === null ? mapping.everybody : `column ${mapping.channel}`}
        allowDeselect={false}
        onChange={chooseChannel}
      />
      {children}
    </SimpleGrid>
  );
}

/** The number of lines that can be imported, and the reasons for rejecting the other lines. */
function Outcome({ check, onCountry }: { check: Judgment; onCountry: (country: string) => void }) {
  const texts = useTexts();
  const nameOf = useCountryNames();
  const { lines, taken, repeated, rejected, national, flaw } = check;
  if (flaw !== null) return <Alert color="orange">{reasonText(flaw, texts)}</Alert>;
  const notTaken = lines - taken;
  return (
    <Stack gap="xs" role="status">
      <Text fw={550}>{texts.imports.checked(taken, lines)}</Text>
      {repeated > 0 && <Text size="sm">{texts.imports.repeated(repeated)}</Text>}
      {notTaken > 0 && (
        <Alert color="orange" title={texts.imports.notTakenLines(notTaken)}>
          <Stack gap="sm">
            {taken === 0 && <Text size="sm">{texts.imports.nothingImportable}</Text>}
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
                {texts.imports.treatAs(national.count, nameOf(national.country))}
              </Button>
            )}
            <ReasonTable rejected={rejected} />
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function FirstRows({ head, mapping, country }: { head: CsvHead; mapping: Mapping; country: string | null }) {
  const texts = useTexts();
  const rows = head.rows.map((row) => storedRow(row, head, mapping, country ?? undefined));
  const hasConsent = rows.some((row) => row.hasConsent);
  const channelNames: Readonly<Partial<Record<string, string>>> = texts.channels;
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {texts.imports.asStored}
      </Text>
      <Table.ScrollContainer minWidth={480}>
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.group.channel}</Table.Th>
              <Table.Th>{texts.group.address}</Table.Th>
              {dataColumns(head, mapping).map((name) => (
                <Table.Th key={name}>
                  <Code>{`{{${name}}}`}</Code>
                </Table.Th>
              ))}
              {hasConsent && <Table.Th>{texts.imports.consentColumn}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={index}>
                <Table.Td>{channelNames[row.channel.toUpperCase()] ?? row.channel}</Table.Td>
                <Table.Td>
                  {row.address}
                  {row.reason !== null && (
                    <Badge
                      ml="xs"
                      miw="max-content"
                      variant="light"
                      tt="none"
                      radius="sm"
                      color="orange"
                      title={reasonText(row.reason, texts)}
                    >
                      {texts.imports.notTaken}
                    </Badge>
                  )}
                </Table.Td>
                {row.data.map((value, column) => (
                  <Table.Td key={column}>{value === '' ? '–' : value}</Table.Td>
                ))}
                {hasConsent && <Table.Td>{row.hasConsent ? '✓' : '–'}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
