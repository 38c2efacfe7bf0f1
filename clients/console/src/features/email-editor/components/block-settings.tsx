import { Checkbox, NativeSelect, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import type { Engine, Placeholder } from '../../content';
import { useEditorTexts } from '../texts';
import { InsertImage } from '../../media';
import {
  type Block,
  LONGEST_LABEL,
  type Leaf,
  changedBlock,
  columnWidths,
  withWidths,
} from '../design/blocks';
import { type BlockId, idOf } from '../design/edit';
import { useActions } from './actions';
import { ColorField } from './color-field';
import { Formatting } from './formatting';
import { LinkAddress, SocialLinks } from './social-links';

interface BlockSettingsProps {
  block: Block;
  /** The editor of the selected text. */
  editor: Editor | null;
  placeholders: readonly Placeholder[];
  engine: Engine;
}

/** Changes a block. Typing in one field is undone together. */
function useChange<B extends Block>(block: B) {
  const { change } = useActions();
  const id: BlockId = idOf(block);
  return (changed: { [Key in keyof B]?: B[Key] | undefined }): void =>
    change(id, (current) => changedBlock(current as B, changed), Object.keys(changed).join());
}

/** Everything about the selected block that is not written in its place. */
export function BlockSettings({ block, editor, placeholders, engine }: BlockSettingsProps) {
  const texts = useEditorTexts();
  const isText = block.type === 'heading' || block.type === 'text';
  return (
    <Stack gap="sm" role="group" aria-label={texts.settingsOf(texts.types[block.type])}>
      <Text fw={550} size="sm">
        {texts.types[block.type]}
      </Text>
      {isText && editor && (
        <Formatting editor={editor} isHeading={block.type === 'heading'} {...{ placeholders, engine }} />
      )}
      <OwnSettings block={block} />
      {isAligned(block) && <Alignment block={block} />}
      {block.type !== 'slot' && <Background block={block} />}
    </Stack>
  );
}

function Background({ block }: { block: Exclude<Block, { type: 'slot' }> }) {
  const texts = useEditorTexts();
  const change = useChange(block);
  return (
    <ColorField
      label={texts.background}
      value={block.background}
      fallback="#ffffff"
      onChange={(background) => change({ background })}
    />
  );
}

type Aligned = Exclude<Leaf, { type: 'divider' | 'spacer' }>;
const isAligned = (block: Block): block is Aligned =>
  block.type !== 'divider' && block.type !== 'spacer' && block.type !== 'columns' && block.type !== 'slot';

function Alignment({ block }: { block: Aligned }) {
  const texts = useEditorTexts();
  const change = useChange<Aligned>(block);
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={texts.align}
      value={block.align ?? (block.type === 'image' || block.type === 'button' ? 'center' : 'left')}
      onChange={(align) => change({ align: align as NonNullable<Aligned['align']> })}
      data={(['left', 'center', 'right'] as const).map((value) => ({ value, label: texts.aligns[value] }))}
    />
  );
}

function OwnSettings({ block }: { block: Block }) {
  const texts = useEditorTexts();
  switch (block.type) {
    case 'heading':
      return <HeadingSettings block={block} />;
    case 'image':
      return <ImageSettings block={block} />;
    case 'button':
      return <ButtonSettings block={block} />;
    case 'spacer':
      return <SpacerSettings block={block} />;
    case 'social':
      return <SocialSettings block={block} />;
    case 'columns':
      return <ColumnSettings block={block} />;
    case 'slot':
      return <Text size="sm">{texts.slotHint}</Text>;
    case 'text':
    case 'divider':
      return null;
  }
}

interface Of<Type extends Block['type']> {
  block: Extract<Block, { type: Type }>;
}

function HeadingSettings({ block }: Of<'heading'>) {
  const texts = useEditorTexts();
  const change = useChange(block);
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={texts.level}
      value={String(block.level ?? 1)}
      onChange={(level) => change({ level: Number(level) as 1 | 2 | 3 })}
      data={(['1', '2', '3'] as const).map((value) => ({ value, label: texts.levels[value] }))}
    />
  );
}

function ImageSettings({ block }: Of<'image'>) {
  const texts = useEditorTexts();
  const [isDecoration, setDecoration] = useState(false);
  const change = useChange(block);
  return (
    <>
      <InsertImage onChoose={({ url, alt }) => change({ src: url, alt })} />
      <TextInput
        label={texts.src}
        placeholder="https://"
        value={block.src}
        maxLength={2_000}
        onChange={(event) => change({ src: event.currentTarget.value })}
      />
      {!isDecoration && (
        <TextInput
          label={texts.alt}
          description={texts.altHint}
          error={block.alt.trim() === '' && block.src !== '' && texts.altMissing}
          value={block.alt}
          maxLength={500}
          onChange={(event) => change({ alt: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={texts.decoration}
        checked={isDecoration}
        onChange={(event) => {
          setDecoration(event.currentTarget.checked);
          if (event.currentTarget.checked) change({ alt: '' });
        }}
      />
      <LinkAddress
        value={block.href ?? ''}
        onChange={(href) => change({ href: href === '' ? undefined : href })}
      />
      <NumberInput
        label={texts.width}
        description={texts.widthHint}
        value={block.width ?? ''}
        {...{ min: 16, max: 600, clampBehavior: 'blur', allowDecimal: false, hideControls: true }}
        onChange={(width) =>
          change({ width: typeof width === 'number' && width >= 16 && width <= 600 ? width : undefined })
        }
      />
    </>
  );
}

function ButtonSettings({ block }: Of<'button'>) {
  const texts = useEditorTexts();
  const change = useChange(block);
  return (
    <>
      <TextInput
        label={texts.label}
        value={block.label}
        maxLength={LONGEST_LABEL}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <LinkAddress value={block.href} onChange={(href) => change({ href })} />
    </>
  );
}

function SpacerSettings({ block }: Of<'spacer'>) {
  const texts = useEditorTexts();
  const change = useChange(block);
  return (
    <NumberInput
      label={texts.height}
      value={block.height}
      {...{ min: 4, max: 200, clampBehavior: 'blur', allowDecimal: false }}
      onChange={(height) => {
        if (typeof height === 'number' && height >= 4 && height <= 200) change({ height });
      }}
    />
  );
}

function SocialSettings({ block }: Of<'social'>) {
  const change = useChange(block);
  return <SocialLinks links={block.links} most={20} onChange={(links) => change({ links })} />;
}

function ColumnSettings({ block }: Of<'columns'>) {
  const texts = useEditorTexts();
  const { change } = useActions();
  return (
    <NativeSelect
      label={texts.columnWidths}
      value={block.widths}
      data={columnWidths.map((value) => ({ value, label: texts.widths[value] }))}
      onChange={(event) => {
        const widths = event.currentTarget.value as typeof block.widths;
        change(idOf(block), (current) =>
          current.type === 'columns' ? withWidths(current, widths) : current,
        );
      }}
    />
  );
}
