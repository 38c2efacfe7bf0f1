import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { KeyTable } from './key-table';
import { NewKey } from './new-key';
import { ErrorNote, Loading } from '../../../ui/page';

export function Keys() {
  const texts = useTexts();
  const { client } = useSession();
  const [isCreating, creating] = useDisclosure(false);
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => client.get('/api-keys', { signal }),
  });
  if (keys.isLoadingError) return <ErrorNote error={keys.error} retry={() => void keys.refetch()} />;
  if (!keys.data) return <Loading lines={3} />;
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" flex="1 1 320px">
          {texts.settings.keysHint}
        </Text>
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </Group>
      {keys.data.length === 0 ? (
        <Paper className="pane">
          <Text c="dimmed">{texts.settings.keysNone}</Text>
        </Paper>
      ) : (
        <KeyTable
          keys={keys.data}
          words={texts.settings.scopes}
          revoke={(id) => client.delete('/api-keys/{id}', { path: { id } })}
          changes={['keys']}
        />
      )}
      {isCreating && (
        <NewKey
          scopes={texts.settings.scopes}
          chosen={['read']}
          make={({ name, scopes }) => client.post('/api-keys', { body: { name, scopes } })}
          changes={['keys']}
          onClose={creating.close}
        />
      )}
    </Stack>
  );
}
