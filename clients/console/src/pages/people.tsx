import { Badge, Button, Group, Modal, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useGroups, useMembers } from '../data';
import { useMay, useSession } from '../session';
import { timeZone, useFormat, useTexts } from '../texts';
import { useAct } from '../ui/act';
import { Empty, ErrorNote, Loading, PageHead } from '../ui/page';
import { ChannelIcon, channels } from '../ui/states';

export function PeoplePage() {
  const texts = useTexts();
  const { number, day } = useFormat();
  const mayWrite = useMay('write');
  const groups = useGroups({ withCounts: true });
  const [isCreating, creating] = useDisclosure(false);
  return (
    <>
      <PageHead title={texts.groups.title}>
        {mayWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
            {texts.groups.new}
          </Button>
        )}
      </PageHead>
      {groups.isPending ? (
        <Loading />
      ) : groups.error ? (
        <ErrorNote error={groups.error} retry={() => void groups.refetch()} />
      ) : groups.data.length === 0 ? (
        <Empty
          icon={<IconUsers size={44} stroke={1.4} />}
          title={texts.groups.emptyTitle}
          action={
            mayWrite && (
              <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
                {texts.groups.new}
              </Button>
            )
          }
        >
          {texts.groups.emptyText} {!mayWrite && texts.identity.mayOnlyRead}
        </Empty>
      ) : (
        <Stack>
          <FindPerson groupNames={new Map(groups.data.map((each) => [each._id, each.name]))} />
          <Paper className="pane" p={0}>
            <Table.ScrollContainer minWidth={560}>
              <Table highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{texts.groups.name}</Table.Th>
                    {channels.map((channel) => (
                      <Table.Th key={channel} ta="right">
                        {texts.channels[channel]}
                      </Table.Th>
                    ))}
                    <Table.Th ta="right">{texts.groups.members}</Table.Th>
                    <Table.Th>{texts.groups.created}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {groups.data.map(({ _id: groupId, name, counts, createdAt }) => (
                    <Table.Tr key={groupId}>
                      <Table.Td>
                        <Link className="row-link" to="/people/$groupId" params={{ groupId }}>
                          {name}
                        </Link>
                      </Table.Td>
                      {channels.map((channel) => (
                        <Table.Td key={channel} ta="right" className="numbers">
                          {number(counts?.[channel] ?? 0)}
                        </Table.Td>
                      ))}
                      <Table.Td ta="right" className="numbers" fw={600}>
                        {number(counts?.total ?? 0)}
                      </Table.Td>
                      <Table.Td>{day(createdAt)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Paper>
          <Text size="sm" c="dimmed">
            {texts.zone(timeZone)}
          </Text>
        </Stack>
      )}
      {isCreating && <NewGroup onClose={creating.close} />}
    </>
  );
}

function NewGroup({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { client } = useSession();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useAct({
    act: () => client.post('/groups', { body: { name: name.trim() } }),
    changes: ['groups'],
    silent: true,
    done: ({ _id: groupId }) => void navigate({ to: '/people/$groupId', params: { groupId } }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={texts.groups.new} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.groups.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            required
            data-autofocus
          />
          {create.error && <ErrorNote error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              {texts.groups.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function FindPerson({ groupNames }: { groupNames: ReadonlyMap<string, string> }) {
  const texts = useTexts();
  const [words, setWords] = useState('');
  const [identifier] = useDebouncedValue(words.trim(), 400);
  const found = useMembers(undefined, identifier.length > 3 ? identifier : '');
  const people = found.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        aria-label={texts.groups.find}
        placeholder={texts.groups.find}
        title={texts.groups.findHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        w={{ base: '100%', sm: 320 }}
      />
      {identifier !== '' &&
        people.map((each) => (
          <Paper key={each._id} className="pane" p="sm">
            <Group gap="sm">
              <ChannelIcon channel={each.integration} />
              <Text fw={550}>{each.identifier}</Text>
              <Badge variant="light" tt="none" component={Link} to={`/people/${each.group}`}>
                {groupNames.get(each.group) ?? each.group}
              </Badge>
              <Text size="sm" c="dimmed">
                {Object.entries(each.extraData)
                  .map(
                    ([key, value]) =>
                      `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
                  )
                  .join(', ')}
              </Text>
            </Group>
          </Paper>
        ))}
    </Stack>
  );
}
