import { identifierOf } from '@carillon/input';
import type { Schemas } from '@carillon/sdk';
import {
  ActionIcon,
  Box,
  Button,
  Group,
  Modal,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Textarea,
  Title,
} from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconDownload, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, memo, useState } from 'react';
import { useAttributeLabels } from '../api/attributes';
import { useDeleteGroup, useExportGroup, useGroup, useGroupCounts } from '../api/groups';
import { MOST_FOUND, useAddMember, useGroupPeople, useRemoveMembers } from '../api/members';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { usePeopleNavigationTexts } from '../navigation-texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { PersonLink } from '../components/person-link';
import { valueText } from '../extra-data';
import { saveCsv } from '../../../ui/csv-download';
import { ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { NextPageError, nextPageOf } from '../../../ui/paged';
import { ChannelIcons, channels } from '../../../ui/states';
import { VirtualRows } from '../../../ui/virtual-rows';
import { Import, WriteTo } from '../components/import';

type GroupPerson = Schemas['GroupPerson'];

/** The height of a person (px). */
const ROW_PX = 60;

export function GroupPage() {
  const texts = useTexts();
  const { groups, group: groupTexts } = usePeopleTexts();
  const peopleNav = usePeopleNavigationTexts();
  const mayWrite = useMay('write');
  const navigate = useNavigate();
  const { groupId } = useParams({ from: '/people/$groupId' });
  // Importing has its own button.
  const { import: imported } = useSearch({ from: '/people/$groupId' });
  const [isDeleting, deleting] = useDisclosure(false);
  const [isAdding, adding] = useDisclosure(false);
  const group = useGroup(groupId);
  const counted = useGroupCounts(groupId);
  const remove = useDeleteGroup({ silent: true, done: () => void navigate({ to: '/people' }) });
  if (group.isLoadingError) return <ErrorNote error={group.error} retry={() => void group.refetch()} />;
  if (!group.data) return <Loading />;
  const { name, slug } = group.data;
  const total = counted.data?.counts?.total;
  return (
    <>
      <PageHead
        title={name}
        above={<WayBack to="/people">{groups.title}</WayBack>}
        beside={
          <Text c="dimmed" className="numbers">
            {total === undefined ? !counted.error && peopleNav.notCounted : groupTexts.addresses(total)}
          </Text>
        }
      >
        {mayWrite && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={adding.open}>
            {groupTexts.add}
          </Button>
        )}
        {mayWrite && <Export groupId={groupId} slug={slug} />}
        {mayWrite && (
          <ActionIcon variant="default" size="lg" aria-label={texts.delete} onClick={deleting.open}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
        {mayWrite && imported === undefined && total !== undefined && total > 0 && (
          <WriteTo groupId={groupId} />
        )}
      </PageHead>
      <Stack gap="lg">
        {mayWrite && <Import groupId={groupId} />}
        <Members groupId={groupId} />
      </Stack>
      {isAdding && <AddPerson slug={slug} onClose={adding.close} />}
      {isDeleting && (
        <Confirm
          title={groups.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(groupId)}
          onClose={deleting.close}
        >
          {groups.deleteText(name)}
        </Confirm>
      )}
    </>
  );
}

function Export({ groupId, slug }: { groupId: string; slug: string }) {
  const { group: groupTexts } = usePeopleTexts();
  const save = useExportGroup({ done: (response) => saveCsv(response, `${slug}.csv`) });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate(groupId)}
    >
      {groupTexts.exported}
    </Button>
  );
}

function Members({ groupId }: { groupId: string }) {
  const { groups, group: groupTexts } = usePeopleTexts();
  const peopleNav = usePeopleNavigationTexts();
  const mayWrite = useMay('write');
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 400);
  const [leaving, setLeaving] = useState<GroupPerson | null>(null);
  const members = useGroupPeople(groupId, typed);
  const rows = members.data?.pages.flatMap(({ items }) => items) ?? [];
  const remove = useRemoveMembers({ silent: true });
  return (
    <section>
      <Group justify="space-between" align="flex-start" mb="sm">
        <Title order={2}>{groups.members}</Title>
        <TextInput
          type="search"
          aria-label={groupTexts.search}
          placeholder={groupTexts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={{ base: '100%', sm: 280 }}
        />
      </Group>
      {members.isLoadingError ? (
        <ErrorNote error={members.error} retry={() => void members.refetch()} />
      ) : members.isPending || (typed !== '' && members.isPlaceholderData) ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Paper className="pane">
          <Text c="dimmed">{typed === '' ? groupTexts.membersEmpty : groupTexts.noMatch}</Text>
        </Paper>
      ) : (
        <Stack gap="sm">
          <VirtualRows
            label={groups.members}
            rows={rows}
            keyOf={({ memberships }) => memberships[0]?._id ?? ''}
            height={ROW_PX}
            onEnd={nextPageOf(members)}
          >
            {(member) => <Member member={member} mayWrite={mayWrite} onRemove={setLeaving} />}
          </VirtualRows>
          {typed !== '' && rows.length >= MOST_FOUND && (
            <Text size="sm">{peopleNav.firstFound(MOST_FOUND)}</Text>
          )}
          <NextPageError list={members} />
        </Stack>
      )}
      {leaving && (
        <Confirm
          title={groupTexts.removeTitle}
          verb={groupTexts.remove}
          action={() =>
            remove.mutateAsync({ groupId, subscriberIds: leaving.memberships.map(({ _id }) => _id) })
          }
          onClose={() => setLeaving(null)}
        >
          {addressesIn(leaving).join(', ')}
        </Confirm>
      )}
    </section>
  );
}

interface MemberProps {
  member: GroupPerson;
  mayWrite: boolean;
  onRemove: (member: GroupPerson) => void;
}

/** Rendered once while it is visible, at any scroll position. */
const Member = memo(function Member({ member, mayWrite, onRemove }: MemberProps) {
  const { group: groupTexts } = usePeopleTexts();
  const { day } = useFormat();
  const labelOf = useAttributeLabels();
  const [address = '', ...others] = addressesIn(member);
  const since = member.memberships[0]?.createdAt;
  const data = Object.entries(valuesOf(member)).map(([key, value]) => `${labelOf(key)}: ${valueText(value)}`);
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Box w={60}>
        <ChannelIcons channels={channels.filter((channel) => isOn(member, channel))} />
      </Box>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" truncate>
          <PersonLink identifier={address} />
          {others.map((each) => (
            <Text span c="dimmed" key={each}>{` · ${each}`}</Text>
          ))}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {data.join(' · ')}
        </Text>
      </div>
      <Text size="sm" c="dimmed" visibleFrom="sm" title={groupTexts.since}>
        {since !== undefined && day(since)}
      </Text>
      {mayWrite && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${groupTexts.remove}: ${address}`}
          onClick={() => onRemove(member)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
});

/** The addresses in the group by channel, each once, even if it is a member on SMS and on WhatsApp. */
function addressesIn({ memberships }: GroupPerson): string[] {
  const on = (channel: Schemas['Channel']) =>
    memberships.filter(({ integration }) => integration === channel);
  return [...new Set(channels.flatMap(on).map(({ identifier }) => identifier))];
}

function isOn({ memberships }: GroupPerson, channel: Schemas['Channel']): boolean {
  return memberships.some(({ integration }) => integration === channel);
}

/** The values that fill placeholders: those of memberships win. */
function valuesOf({ person, memberships }: GroupPerson): Record<string, unknown> {
  return Object.assign({}, person?.attributes, ...memberships.map(({ extraData }) => extraData)) as Record<
    string,
    unknown
  >;
}

function AddPerson({ slug, onClose }: { slug: string; onClose: () => void }) {
  const texts = useTexts();
  const { group: groupTexts } = usePeopleTexts();
  const [channel, setChannel] = useState<Schemas['Channel']>('EMAIL');
  const [identifier, setIdentifier] = useState('');
  const [data, setData] = useState('');
  const add = useAddMember({
    silent: true,
    done: () => {
      notify(texts, groupTexts.added1);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // Copied addresses may have invisible characters around them.
    add.mutate({
      ...{ integration: channel, identifier: identifierOf(identifier), groupSlug: slug },
      extraData: dataIn(data),
    });
  };
  return (
    <Modal opened onClose={onClose} title={groupTexts.add} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <SegmentedControl
            aria-label={groupTexts.channel}
            value={channel}
            onChange={(value) => setChannel(value)}
            data={channels.map((value) => ({ value, label: texts.channels[value] }))}
          />
          <TextInput
            label={groupTexts.address}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
            required
            data-autofocus
          />
          <Textarea
            label={groupTexts.data}
            description={groupTexts.dataHint}
            value={data}
            onChange={(event) => setData(event.currentTarget.value)}
            autosize
            minRows={2}
          />
          {add.error && <ErrorNote error={add.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={add.isPending}>
              {groupTexts.add}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Reads a field from each line: `name=Ann`. */
function dataIn(text: string): Record<string, string> {
  const pairs = text.split('\n').map((line) => line.split('='));
  return Object.fromEntries(
    pairs.filter(([key]) => key?.trim()).map(([key = '', ...value]) => [key.trim(), value.join('=').trim()]),
  );
}
