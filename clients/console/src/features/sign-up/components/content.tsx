import { Paper, Select, SimpleGrid, Stack, Text, TextInput, Textarea, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { languages } from '../../../texts';
import { useSignUpTexts } from '../texts';
import { byFoldedLabel } from '../../../ui/folded-filter';
import { useGroups } from '../../people';
import { type FormEntries, MOST } from '../form';
import { Questions } from './questions';

export interface EntryProps {
  entries: FormEntries;
  isReadOnly: boolean;
  change: (changed: Partial<FormEntries>) => void;
}

/** What people read and enter, and the group that they join. */
export function Content({ entries, isReadOnly, change }: EntryProps) {
  const texts = useSignUpTexts();
  return (
    <Paper className="pane" component="section">
      <Stack>
        <Title order={2}>{texts.content}</Title>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={entries.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            maxLength={MOST.name}
            readOnly={isReadOnly}
            required
          />
          <GroupSelect entries={entries} isReadOnly={isReadOnly} change={change} />
          <TextInput
            label={texts.heading}
            description={texts.headingHint}
            value={entries.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            maxLength={MOST.title}
            readOnly={isReadOnly}
            required
          />
          <Select
            label={texts.language}
            description={texts.languageHint}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            value={entries.language}
            onChange={(value) => change({ language: value === 'de' ? 'de' : 'en' })}
            readOnly={isReadOnly}
            allowDeselect={false}
          />
        </SimpleGrid>
        <Textarea
          label={texts.text}
          value={entries.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          maxLength={MOST.text}
          readOnly={isReadOnly}
          autosize
          minRows={2}
        />
        <Questions
          fields={entries.fields}
          isReadOnly={isReadOnly}
          onChange={(fields) => change({ fields })}
        />
        <Textarea
          label={texts.wording}
          description={texts.wordingHint}
          placeholder={texts.wordingExample}
          value={entries.wording}
          onChange={(event) => change({ wording: event.currentTarget.value })}
          maxLength={MOST.wording}
          readOnly={isReadOnly}
          autosize
          minRows={2}
          required
        />
        <TextInput
          label={texts.button}
          description={texts.buttonHint}
          value={entries.button}
          onChange={(event) => change({ button: event.currentTarget.value })}
          maxLength={MOST.button}
          readOnly={isReadOnly}
          maw={480}
        />
      </Stack>
    </Paper>
  );
}

function GroupSelect({ entries: { group }, isReadOnly, change }: EntryProps) {
  const texts = useSignUpTexts();
  const groups = useGroups();
  const isGone = groups.isSuccess && group !== null && !groups.data.some(({ _id }) => _id === group);
  return (
    <Stack gap={4}>
      <Select
        label={texts.group}
        description={texts.groupHint}
        data={(groups.data ?? []).map(({ _id: value, name: label }) => ({ value, label }))}
        value={isGone ? null : group}
        onChange={(chosen) => change({ group: chosen })}
        error={isGone && texts.groupGone}
        readOnly={isReadOnly}
        searchable
        filter={byFoldedLabel}
        allowDeselect={false}
        required
      />
      {groups.data?.length === 0 && (
        <Text size="sm">
          <Link className="text-link" to="/people">
            {texts.noGroups}
          </Link>
        </Text>
      )}
    </Stack>
  );
}
