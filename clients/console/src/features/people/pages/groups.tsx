import type { Schemas } from '@carillon/sdk';
import { Button, Group, Modal, Paper, Stack, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileImport, IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useCreateGroup, useGroups } from '../api/groups';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { FoundMembers } from '../components/found-members';
import { ErrorNote } from '../../../ui/page';
import { ListPage } from '../components/list-page';
import { channels } from '../../../ui/states';

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
  /** What the new group is created for; null: no group is being created. */
  const [purpose, setPurpose] = useState<'group' | 'import' | null>(null);
  return (
    <>
      <ListPage
        title={groupTexts.title}
        create={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} />}
              onClick={() => setPurpose('import')}
            >
              {groupTexts.import}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setPurpose('group')}>
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
      {purpose && <NewGroup purpose={purpose} onClose={() => setPurpose(null)} />}
    </>
  );
}

interface NewGroupProps {
  purpose: 'group' | 'import';
  onClose: () => void;
}

/** Creates a group, and shows it: there, people are imported from a file. */
function NewGroup({ purpose, onClose }: NewGroupProps) {
  const texts = useTexts();
  const { groups: groupTexts } = usePeopleTexts();
  const isForImport = purpose === 'import';
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useCreateGroup({
    silent: true,
    done: ({ _id: groupId }) => void navigate({ to: '/people/$groupId', params: { groupId } }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate(name.trim());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isForImport ? groupTexts.import : groupTexts.new}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={groupTexts.name}
            description={isForImport ? groupTexts.importHint : undefined}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            required
            data-autofocus
          />
          {create.error && <ErrorNote error={create.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              {isForImport ? groupTexts.importNext : groupTexts.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
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
