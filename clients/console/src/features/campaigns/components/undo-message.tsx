import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../../texts';

/** What was done, with a button that undoes it. */
export function UndoMessage({ children, onUndo }: { children: string; onUndo: () => void }) {
  const texts = useTexts();
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{children}</Text>
      <Button size="compact-sm" variant="subtle" onClick={onUndo}>
        {texts.campaignList.undo}
      </Button>
    </Group>
  );
}
