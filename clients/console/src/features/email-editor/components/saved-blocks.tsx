import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { useRef } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import {
  ChangeTemplate,
  TemplateNameDialog,
  useReadTemplate,
  useSaveBlocks,
  useTemplates,
} from '../../templates';
import type { Block } from '../design/blocks';
import { useEditorTexts } from '../texts';

interface SavedBlocksProps {
  onInsert: (blocks: Block[]) => void;
}

/** The button and the dialog that insert blocks that were saved. */
export function SavedBlocks({ onInsert }: SavedBlocksProps) {
  const texts = useTexts();
  const own = useEditorTexts();
  const [isOpen, dialog] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = (): void => {
    dialog.close();
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        leftSection={<IconBookmark size={14} />}
        onClick={dialog.open}
      >
        {own.savedBlocks}
      </Button>
      <Modal
        opened={isOpen}
        onClose={cancel}
        title={own.savedBlocks}
        // The inserted block receives the focus.
        returnFocus={false}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Choice
          onInsert={(blocks) => {
            dialog.close();
            onInsert(blocks);
          }}
        />
      </Modal>
    </>
  );
}

function Choice({ onInsert }: SavedBlocksProps) {
  const own = useEditorTexts();
  const mayChange = useMay('write');
  const list = useTemplates('', 'BLOCKS');
  const read = useReadTemplate({
    silent: true,
    done: ({ emailDesign }) => onInsert(emailDesign?.blocks ?? []),
  });
  const saved = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {saved?.length === 0 ? own.noSavedBlocks : own.savedBlocksHint}
      </Text>
      {list.isLoadingError && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {!saved && !list.isLoadingError && <Loading lines={3} />}
      {read.error && <ErrorNote error={read.error} />}
      {saved?.map((template) => (
        <Group key={template._id} justify="space-between" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>{template.name}</Text>
          <Group gap={4} wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              aria-label={own.insertNamed(template.name)}
              loading={read.isPending && read.variables === template._id}
              onClick={() => read.mutate(template._id)}
            >
              {own.insert}
            </Button>
            {mayChange && (
              <ChangeTemplate
                template={template}
                deleteTitle={own.deleteSaved(template.name)}
                deleteText={own.deleteSavedText}
              />
            )}
          </Group>
        </Group>
      ))}
      <NextPage list={list} />
    </Stack>
  );
}

interface SaveBlockProps {
  block: Block;
  engine: 'simple' | 'liquid';
  onClose: () => void;
  onSaved: (name: string) => void;
}

/** Saves a block under a name. */
export function SaveBlock({ block, engine, onClose, onSaved }: SaveBlockProps) {
  const own = useEditorTexts();
  const save = useSaveBlocks({ silent: true, done: (_, { name }) => onSaved(name) });
  const action = {
    ...save,
    mutate: (name: string): void => save.mutate({ name, engine, emailDesign: { blocks: [block] } }),
  };
  return (
    <TemplateNameDialog title={own.saveBlock} text={own.saveBlockText} action={action} onClose={onClose} />
  );
}
