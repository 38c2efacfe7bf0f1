import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { ChangeTemplate, MAX_NAME, useReadBlocks, useSaveBlocks, useTemplates } from '../../templates';
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
  const read = useReadBlocks({ silent: true, done: onInsert });
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
  const texts = useTexts();
  const own = useEditorTexts();
  const [name, setName] = useState('');
  const save = useSaveBlocks({ silent: true, done: () => onSaved(name) });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate({ name, engine, emailDesign: { blocks: [block] } });
  };
  return (
    <Modal opened onClose={onClose} title={own.saveBlock} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{own.saveBlockText}</Text>
          <TextInput
            label={texts.templates.name}
            value={name}
            maxLength={MAX_NAME}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {save.error && <ErrorNote error={save.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
