import { ActionIcon, Button, Group, Popover, Stack, TextInput, Tooltip } from '@mantine/core';
import {
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useState } from 'react';
import { type Engine, InsertPlaceholder, type Placeholder } from '../../content';
import { useEditorTexts } from '../texts';
import { ColorField } from './color-field';

interface FormattingProps {
  editor: Editor;
  isHeading: boolean;
  placeholders: readonly Placeholder[];
  engine: Engine;
}

/** The formatting of the selected part of a text. */
export function Formatting({ editor, isHeading, placeholders, engine }: FormattingProps) {
  const texts = useEditorTexts();
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      strike: current.isActive('strike'),
      link: current.isActive('link'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      color: current.getAttributes('textColor').color as string | undefined,
    }),
  });
  const chain = () => editor.chain().focus();
  return (
    <Stack gap="xs">
      <Group gap={4} role="toolbar" aria-label={texts.formatting}>
        <Toggle label={texts.bold} isOn={active.bold} onClick={() => chain().toggleBold().run()}>
          <IconBold size={16} />
        </Toggle>
        <Toggle label={texts.italic} isOn={active.italic} onClick={() => chain().toggleItalic().run()}>
          <IconItalic size={16} />
        </Toggle>
        <Toggle
          label={texts.underline}
          isOn={active.underline}
          onClick={() => chain().toggleUnderline().run()}
        >
          <IconUnderline size={16} />
        </Toggle>
        <Toggle label={texts.strike} isOn={active.strike} onClick={() => chain().toggleStrike().run()}>
          <IconStrikethrough size={16} />
        </Toggle>
        <LinkForm editor={editor} isOn={active.link} />
        {!isHeading && (
          <>
            <Toggle
              label={texts.bulletList}
              isOn={active.bulletList}
              onClick={() => chain().toggleBulletList().run()}
            >
              <IconList size={16} />
            </Toggle>
            <Toggle
              label={texts.orderedList}
              isOn={active.orderedList}
              onClick={() => chain().toggleOrderedList().run()}
            >
              <IconListNumbers size={16} />
            </Toggle>
          </>
        )}
      </Group>
      <ColorField
        label={texts.textColor}
        value={active.color}
        onChange={(color) => {
          if (color === undefined) editor.commands.unsetMark('textColor');
          else editor.commands.setMark('textColor', { color });
        }}
      />
      <InsertPlaceholder
        {...{ placeholders, engine }}
        onInsert={(text) => chain().insertContent({ type: 'text', text }).run()}
      />
    </Stack>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Toggle({ label, isOn, onClick, children }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? 'filled' : 'default'}
        aria-label={label}
        aria-pressed={isOn}
        onClick={onClick}
        // The selection stays in the text.
        onMouseDown={(event) => event.preventDefault()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function LinkForm({ editor, isOn }: { editor: Editor; isOn: boolean }) {
  const own = useEditorTexts();
  const [isOpen, setOpen] = useState(false);
  const [href, setHref] = useState('');
  const open = (): void => {
    setHref((editor.getAttributes('link').href as string | undefined) ?? '');
    setOpen(true);
  };
  const set = (to: string): void => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (to === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !isOn)
      chain.insertContent({ type: 'text', text: to, marks: [{ type: 'link', attrs: { href: to } }] }).run();
    else chain.setLink({ href: to }).run();
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant={isOn ? 'filled' : 'default'}
          aria-label={own.link}
          aria-pressed={isOn}
          onClick={open}
        >
          <IconLink size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <TextInput
            label={own.href}
            placeholder="https://"
            value={href}
            maxLength={2_000}
            data-autofocus
            onChange={(event) => setHref(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && set(href.trim())}
          />
          <Group justify="flex-end" gap="xs">
            {isOn && (
              <Button size="xs" variant="default" onClick={() => set('')}>
                {own.removeLink}
              </Button>
            )}
            <Button size="xs" onClick={() => set(href.trim())}>
              {own.setLink}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
