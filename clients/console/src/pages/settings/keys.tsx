import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Button,
  Chip,
  Code,
  CopyButton,
  Group,
  Modal,
  Paper,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useSession } from '../../session';
import { timeZone, useFormat, useTexts } from '../../texts';
import { Confirm, useAct } from '../../ui/act';
import { ErrorNote, Loading, Listing } from '../../ui/page';

export function Keys() {
  const texts = useTexts();
  const { day } = useFormat();
  const { client } = useSession();
  const [isCreating, creating] = useDisclosure(false);
  const [revoked, setRevoked] = useState<Schemas['ApiKey'] | null>(null);
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => client.get('/api-keys', { signal }),
  });
  const remove = useAct({
    act: (id: string) => client.delete('/api-keys/{id}', { path: { id } }),
    changes: ['keys'],
    silent: true,
  });
  if (keys.error) return <ErrorNote error={keys.error} retry={() => void keys.refetch()} />;
  if (!keys.data) return <Loading lines={3} />;
  return (
    <Stack>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </Group>
      <Paper className="pane" p={0}>
        <Listing
          minWidth={720}
          heads={[
            texts.settings.keyName,
            texts.settings.keyPrefix,
            texts.settings.keyScopes,
            texts.settings.keyUsed,
            texts.settings.keyEnds,
            texts.settings.revoke,
          ]}
        >
          {keys.data.map((each) => (
            <Table.Tr key={each._id}>
              <Table.Td fw={550}>{each.name}</Table.Td>
              <Table.Td>
                <Code>{each.prefix}…</Code>
              </Table.Td>
              <Table.Td>{each.scopes.map((scope) => texts.settings.scopes[scope]).join(', ')}</Table.Td>
              <Table.Td>{each.lastUsedAt === null ? texts.settings.keyNever : day(each.lastUsedAt)}</Table.Td>
              <Table.Td>{each.expiresAt === null ? texts.settings.keyNever : day(each.expiresAt)}</Table.Td>
              <Table.Td>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${texts.settings.revoke}: ${each.name}`}
                  onClick={() => setRevoked(each)}
                >
                  {texts.settings.revoke}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Listing>
      </Paper>
      <Text size="sm" c="dimmed">
        {texts.zone(timeZone)}
      </Text>
      {isCreating && <NewKey onClose={creating.close} />}
      {revoked && (
        <Confirm
          title={texts.settings.keyDelete}
          verb={texts.settings.revoke}
          act={() => remove.mutateAsync(revoked._id)}
          onClose={() => setRevoked(null)}
        >
          {texts.settings.keyDeleteText(revoked.name)}
        </Confirm>
      )}
    </Stack>
  );
}

const scopes = ['read', 'write', 'send', 'admin', 'consent'] as const;

function NewKey({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { client } = useSession();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>(['read']);
  const create = useAct({
    act: () =>
      client.post('/api-keys', {
        body: { name: name.trim(), scopes: scopes.filter((scope) => chosen.includes(scope)) },
      }),
    changes: ['keys'],
    silent: true,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate(undefined);
  };
  const key = create.data?.key;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.settings.keyNew}
      closeOnClickOutside={key === undefined}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {key === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={texts.settings.keyName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              maxLength={100}
              data-autofocus
            />
            <div>
              <Text size="sm" fw={550} mb={6}>
                {texts.settings.keyScopes}
              </Text>
              <Chip.Group multiple value={chosen} onChange={setChosen}>
                <Group gap="xs">
                  {scopes.map((scope) => (
                    <Chip key={scope} value={scope} size="sm">
                      {texts.settings.scopes[scope]}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            </div>
            {create.error && <ErrorNote error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {texts.cancel}
              </Button>
              <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
                {texts.settings.keyCreate}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack>
          <Alert color="yellow">{texts.settings.keyOnce}</Alert>
          <Code block>{key}</Code>
          <Group justify="flex-end">
            <CopyButton value={key}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  onClick={copy}
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                >
                  {copied ? texts.copied : texts.copy}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>{texts.close}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
