import { useEditorTexts } from '../texts';
import type { Block } from '../design/blocks';
import { idOf } from '../design/edit';
import { useActions } from './actions';
import { BlockLook } from './block-look';
import { RichText } from './rich-text';

interface BlockViewProps {
  block: Block;
  isSelected: boolean;
}

/** A block as recipients see it, with its text in an editor. */
export function BlockView({ block, isSelected }: BlockViewProps) {
  const hasText = block.type === 'heading' || block.type === 'text';
  return (
    <BlockLook block={block} text={hasText ? <BlockText block={block} isSelected={isSelected} /> : null} />
  );
}

type TextBlock = Extract<Block, { type: 'heading' | 'text' }>;

function BlockText({ block, isSelected }: { block: TextBlock; isSelected: boolean }) {
  const texts = useEditorTexts();
  const { change, onEditor } = useActions();
  return (
    <RichText
      html={block.html}
      label={texts.types[block.type]}
      isHeading={block.type === 'heading'}
      isSelected={isSelected}
      onChange={(html) => change(idOf(block), (current) => ({ ...current, html }) as TextBlock, 'html')}
      onEditor={onEditor}
    />
  );
}
