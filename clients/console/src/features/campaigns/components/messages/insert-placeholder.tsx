import { Button, Menu, Text } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type RefObject } from 'react';
import { type Placeholder } from '../../../content';
import { useTexts } from '../../../../texts';

interface InsertProps {
  field: RefObject<HTMLTextAreaElement | null>;
  placeholders: Placeholder[];
  onChange: (text: string) => void;
}

/** Inserts a placeholder at the cursor. */
export function InsertPlaceholder({ field, placeholders, onChange }: InsertProps) {
  const texts = useTexts();
  if (placeholders.length === 0) return null;
  const insert = (name: string): void => {
    if (!field.current) return;
    const { value, selectionStart, selectionEnd } = field.current;
    // There is no cursor yet.
    const [from, to] = selectionEnd === 0 ? [value.length, value.length] : [selectionStart, selectionEnd];
    onChange(`${value.slice(0, from)}{{${name}}}${value.slice(to)}`);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBraces size={14} />}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.campaignEditor.insert}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {placeholders.map(({ name, detail }) => (
          <Menu.Item key={name} onClick={() => insert(name)} rightSection={<Text size="xs">{detail}</Text>}>
            {`{{${name}}}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
