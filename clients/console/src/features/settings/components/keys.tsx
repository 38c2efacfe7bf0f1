import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { useKeyTexts } from '../key-texts';
import { KeyTable } from './key-table';
import { NewKey } from './new-key';
import { ErrorNote, Loading } from '../../../ui/page';
import { useCreateKey, useKeys, useRevokeKey } from '../api/keys';

export function Keys() {
  const texts = useTexts();
  const { settings } = useKeyTexts();
  const [isCreating, creating] = useDisclosure(false);
  const keys = useKeys();
  const revoke = useRevokeKey({ silent: true });
  if (keys.isLoadingError) return <ErrorNote error={keys.error} retry={() => void keys.refetch()} />;
  if (!keys.data) return <Loading lines={3} />;
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" flex="1 1 320px">
          {settings.keysHint}
        </Text>
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </Group>
      {keys.data.length === 0 ? (
        <Paper className="pane">
          <Text c="dimmed">{settings.keysNone}</Text>
        </Paper>
      ) : (
        <KeyTable keys={keys.data} labels={texts.settings.scopes} revoke={(id) => revoke.mutateAsync(id)} />
      )}
      {isCreating && <CreateKey onClose={creating.close} />}
    </Stack>
  );
}

/** A dialog for one key. The next dialog must not show this key, so the request belongs to the dialog. */
function CreateKey({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const create = useCreateKey({ silent: true });
  return <NewKey scopes={texts.settings.scopes} chosen={['read']} create={create} onClose={onClose} />;
}
