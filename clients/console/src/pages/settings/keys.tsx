import type { Schemas } from '@carillon/sdk';
import { Button, Code, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../session';
import { timeZone, useFormat, useTexts } from '../../texts';
import { Confirm, useAct } from '../../ui/act';
import { NewKey } from '../../ui/new-key';
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
      {isCreating && (
        <NewKey
          scopes={texts.settings.scopes}
          chosen={['read']}
          make={({ name, scopes }) => client.post('/api-keys', { body: { name, scopes } })}
          changes={['keys']}
          onClose={creating.close}
        />
      )}
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
