import type { Schemas } from '@carillon/sdk';
import { Autocomplete, Button, Group, Modal, Paper, Stack, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileImport, IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useCreateGroup, useGroups } from '../api/groups';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { NameDialog } from '../../../ui/name-dialog';
import { FoundMembers } from '../components/found-members';
import { ErrorNote } from '../../../ui/page';
import { ListPage } from '../components/list-page';
import { channels } from '../../../ui/states';

/** The maximum length of the name of a group (characters). */
const MAX_NAME = 100;

export function PeoplePage() {
  const texts = useTexts();
  const { groups: groupTexts } = usePeopleTexts();
  const { number, day } = useFormat();
  const groups = useGroups();
  // Counting large groups takes a while, so the list does not wait for it.
  const counted = useGroups({ withCounts: true });
  const countOf = (groupId: string, column: 'total' | Schemas['Channel']): string => {
    const counts = counted.data?.find(({ _id }) => _id === groupId)?.counts;
    return counts ? number(counts[column]) : counted.isPending ? '…' : '–';
  };
  const [opened, setOpened] = useState<'new' | 'import' | null>(null);
  const close = (): void => setOpened(null);
  return (
    <>
      <ListPage
        title={groupTexts.title}
        create={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} />}
              onClick={() => setOpened('import')}
            >
              {groupTexts.import}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
              {groupTexts.new}
            </Button>
          </Group>
        }
        list={groups}
        items={groups.data}
        empty={{ icon: IconUsers, title: groupTexts.emptyTitle, text: groupTexts.emptyText }}
      >
        {(all) => (
          <>
            <FindPerson />
            <Paper className="pane" p={0}>
              <Table.ScrollContainer minWidth={560}>
                <Table highlightOnHover>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{groupTexts.name}</Table.Th>
                      {channels.map((channel) => (
                        <Table.Th key={channel} ta="right">
                          {texts.channels[channel]}
                        </Table.Th>
                      ))}
                      <Table.Th ta="right">{groupTexts.members}</Table.Th>
                      <Table.Th>{groupTexts.created}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {all.map(({ _id: groupId, name, createdAt }) => (
                      <Table.Tr key={groupId}>
                        <Table.Td>
                          <Link className="row-link" to="/people/$groupId" params={{ groupId }}>
                            {name}
                          </Link>
                        </Table.Td>
                        {channels.map((channel) => (
                          <Table.Td key={channel} ta="right" className="numbers">
                            {countOf(groupId, channel)}
                          </Table.Td>
                        ))}
                        <Table.Td ta="right" className="numbers" fw={600}>
                          {countOf(groupId, 'total')}
                        </Table.Td>
                        <Table.Td>{day(createdAt)}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Paper>
          </>
        )}
      </ListPage>
      {opened === 'new' && <NewGroup onClose={close} />}
      {opened === 'import' && <ImportPeople groups={groups.data ?? []} onClose={close} />}
    </>
  );
}

function NewGroup({ onClose }: { onClose: () => void }) {
  const { groups: groupTexts } = usePeopleTexts();
  const create = useCreateAndShow();
  return (
    <NameDialog
      title={groupTexts.new}
      label={groupTexts.name}
      maxLength={MAX_NAME}
      verb={groupTexts.create}
      action={create}
      onClose={onClose}
    />
  );
}

interface ImportPeopleProps {
  groups: readonly Schemas['Group'][];
  onClose: () => void;
}

/** Leads to the group that people are imported into: an existing one, or a new one. */
function ImportPeople({ groups, onClose }: ImportPeopleProps) {
  const texts = useTexts();
  const { groups: groupTexts } = usePeopleTexts();
  const [name, setName] = useState('');
  const show = useShowGroup();
  const create = useCreateAndShow();
  const plain = (text: string): string => text.trim().toLowerCase();
  const existing = groups.find((each) => plain(each.name) === plain(name));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (existing) show(existing._id);
    else create.mutate(name.trim());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={groupTexts.import}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Autocomplete
            label={groupTexts.importGroup}
            description={groups.length === 0 ? groupTexts.importHint : groupTexts.importHintChoice}
            data={[...new Set(groups.map((each) => each.name))]}
            value={name}
            onChange={setName}
            maxLength={MAX_NAME}
            maxDropdownHeight={220}
            limit={100}
            required
            data-autofocus
          />
          {create.error && <ErrorNote error={create.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              {groupTexts.importNext}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function useShowGroup(): (groupId: string) => void {
  const navigate = useNavigate();
  return (groupId) => void navigate({ to: '/people/$groupId', params: { groupId } });
}

/** Creates a group, and shows its page. */
function useCreateAndShow(): ReturnType<typeof useCreateGroup> {
  const show = useShowGroup();
  return useCreateGroup({ silent: true, done: ({ _id }) => show(_id) });
}

function FindPerson() {
  const { groups: groupTexts } = usePeopleTexts();
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 400);
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        aria-label={groupTexts.find}
        placeholder={groupTexts.find}
        title={groupTexts.findHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        w={{ base: '100%', sm: 320 }}
      />
      <FoundMembers typed={typed} />
    </Stack>
  );
}
