import type { Schemas } from '@carillon/sdk';
import { ActionIcon, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useGroups } from '../api/groups';
import { useTexts } from '../../../texts';
import { usePersonTexts } from '../person-texts';
import { DialogButtons } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { type DataField, dataOf, fieldsOf, repeatedKey } from '../extra-data';
import { ErrorNote } from '../../../ui/page';
import { useUpdateMember } from '../api/members';

/** The parts of a member that can be changed. */
export type Editable = Pick<Schemas['Subscriber'], '_id' | 'identifier' | 'group' | 'extraData'>;

/** Changes the data of a member, and moves the member to another group. */
export function MemberForm({ member, onClose }: { member: Editable; onClose: () => void }) {
  const texts = useTexts();
  const person = usePersonTexts();
  const groups = useGroups();
  const [groupId, setGroupId] = useState(member.group);
  const [fields, setFields] = useState<DataField[]>(() => fieldsOf(member.extraData));
  const repeated = repeatedKey(fields);
  const saved = (): void => {
    notify(texts, person.saved);
    onClose();
  };
  const save = useUpdateMember({ silent: true, done: saved });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const extraData = dataOf(fields);
    const groupSlug = groups.data?.find(({ _id }) => _id === groupId)?.slug;
    const changed = {
      ...(groupId !== member.group && groupSlug !== undefined && { groupSlug }),
      ...(JSON.stringify(extraData) !== JSON.stringify(member.extraData) && { extraData }),
    };
    if (Object.keys(changed).length === 0) saved();
    else save.mutate({ id: member._id, ...changed });
  };
  const change = (index: number, changed: Partial<DataField>): void =>
    setFields(fields.map((field, at) => (at === index ? { ...field, ...changed } : field)));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={person.editTitle(member.identifier)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Select
            label={person.group}
            description={person.groupHint}
            data={(groups.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            value={groupId}
            onChange={(value) => setGroupId(value ?? member.group)}
            allowDeselect={false}
            searchable
          />
          <Text size="sm" c="dimmed">
            {person.dataHint}
          </Text>
          {fields.map((field, index) => (
            <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                label={index === 0 ? person.key : undefined}
                aria-label={`${person.key} ${index + 1}`}
                value={field.key}
                onChange={(event) => change(index, { key: event.currentTarget.value })}
                maxLength={64}
                flex={2}
              />
              <TextInput
                label={index === 0 ? person.value : undefined}
                aria-label={`${person.value}: ${field.key}`}
                value={field.text}
                onChange={(event) => change(index, { text: event.currentTarget.value })}
                flex={3}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={person.removeField(field.key)}
                onClick={() => setFields(fields.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          ))}
          {repeated !== undefined && (
            <Text size="sm" c="red" role="alert">
              {person.duplicateField(repeated)}
            </Text>
          )}
          <Group>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              onClick={() => setFields([...fields, { key: '', text: '' }])}
            >
              {person.addField}
            </Button>
          </Group>
          {save.error && <ErrorNote error={save.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={repeated !== undefined}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
