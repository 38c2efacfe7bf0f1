import { useEditorTexts } from '../texts';
import { type Block, LONGEST_LABEL, changedBlock } from '../design/blocks';
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
  const isText = block.type === 'heading' || block.type === 'text';
  const text = isText ? (
    <BlockText block={block} isSelected={isSelected} />
  ) : block.type === 'button' && isSelected ? (
    <ButtonText block={block} />
  ) : null;
  return <BlockLook block={block} text={text} />;
}

/** The text on a button, edited in its place. */
function ButtonText({ block }: { block: ButtonBlock }) {
  const texts = useEditorTexts();
  const { change } = useActions();
  return (
    <input
      className="design-label"
      aria-label={texts.onButton}
      placeholder={texts.label}
      value={block.label}
      maxLength={LONGEST_LABEL}
      // For browsers without `field-sizing`.
      size={Math.max(block.label.length, texts.label.length)}
      onChange={({ currentTarget: { value } }) =>
        change(idOf(block), (current) => ({ ...current, label: value }) as ButtonBlock, 'label')
      }
    />
  );
}

type ButtonBlock = Extract<Block, { type: 'button' }>;
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
      onChange={(html) =>
        change(
          idOf(block),
          (current) => changedBlock(current as TextBlock, { html, sample: undefined }),
          'html',
        )
      }
      onEditor={onEditor}
    />
  );
}
