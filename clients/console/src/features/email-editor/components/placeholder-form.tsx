import { Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useState } from 'react';
import type { Placeholder } from '../../content';
import { useTexts } from '../../../texts';
import { useEditorTexts } from '../texts';

interface PlaceholderFormProps {
  placeholders: readonly Placeholder[];
  onInsert: (text: string) => void;
}

/** Inserts a placeholder, with a text for people who have no value. */
export function PlaceholderForm({ placeholders, onInsert }: PlaceholderFormProps) {
  const texts = useTexts();
  const own = useEditorTexts();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [fallback, setFallback] = useState('');
  const [first] = placeholders;
  if (!first) return null;
  const insert = (): void => {
    const chosen = name === '' ? first.name : name;
    // These characters would end the placeholder.
    const text = fallback.replaceAll(/[{}|]/g, '').trim();
    onInsert(text === '' ? `{{${chosen}}}` : `{{${chosen}|${text}}}`);
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBraces size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.campaignEditor.insert}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <NativeSelect
            label={own.placeholder}
            value={name === '' ? first.name : name}
            data={placeholders.map((each) => each.name)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={own.fallback}
            description={own.fallbackHint}
            value={fallback}
            maxLength={100}
            onChange={(event) => setFallback(event.currentTarget.value)}
          />
          <Button size="xs" onClick={insert}>
            {own.insert}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
