import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../texts';

/**
 * Asks before the reader leaves a page with unsaved changes: by a link, by Back, or by closing the tab. A page that leaves
 * after saving or deleting navigates with `ignoreBlocker`.
 */
export function UnsavedChanges({ isUnsaved }: { isUnsaved: boolean }) {
  const { unsavedChanges: texts } = useTexts();
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Modal opened onClose={leaving.reset} withCloseButton={false} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={leaving.reset}>
            {texts.stay}
          </Button>
          <Button color="red.9" onClick={leaving.proceed}>
            {texts.discard}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
