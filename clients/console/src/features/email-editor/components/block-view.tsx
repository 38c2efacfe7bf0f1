import { Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useEditorTexts } from '../texts';
import type { Block } from '../design/blocks';
import { idOf } from '../design/edit';
import { useActions } from './actions';
import { RichText } from './rich-text';

interface BlockViewProps {
  block: Block;
  isSelected: boolean;
}

const headingSizes = { 1: 28, 2: 22, 3: 18 } as const;

/** A block as recipients see it, with its text in an editor. */
export function BlockView({ block, isSelected }: BlockViewProps) {
  const texts = useEditorTexts();
  const { background } = block;
  const align = 'align' in block ? block.align : undefined;
  const style: CSSProperties = { ...(background && { background }), ...(align && { textAlign: align }) };
  switch (block.type) {
    case 'heading': {
      const fontSize = headingSizes[block.level ?? 1];
      return (
        <div className="design-heading" style={{ ...style, fontSize }}>
          <BlockText block={block} isSelected={isSelected} />
        </div>
      );
    }
    case 'text':
      return (
        <div className="design-padded" style={style}>
          <BlockText block={block} isSelected={isSelected} />
        </div>
      );
    case 'image':
      return (
        <div className="design-padded" style={{ textAlign: 'center', ...style }}>
          <Picture {...block} />
        </div>
      );
    case 'button':
      return (
        <div className="design-padded" style={{ textAlign: 'center', ...style }}>
          <span className="design-button">{block.label === '' ? texts.label : block.label}</span>
        </div>
      );
    case 'divider':
      return (
        <div className="design-padded" style={style}>
          <hr className="design-divider" />
        </div>
      );
    case 'spacer':
      return <div className="design-spacer" style={{ ...style, height: block.height }} />;
    case 'social':
      return (
        <div className="design-padded design-social" style={style}>
          {block.links.map(({ network }) => texts.networks[network]).join('  ·  ')}
        </div>
      );
    case 'columns':
      return null;
  }
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

/** The console loads no pictures from other servers. The preview does, on request. */
function Picture({ src, alt, width }: Extract<Block, { type: 'image' }>) {
  const texts = useEditorTexts();
  const isOwn =
    src.startsWith('data:image/') || (URL.canParse(src) && new URL(src).origin === location.origin);
  if (isOwn) return <img className="design-image" src={src} alt={alt} width={width} />;
  return (
    <div className="design-picture" style={{ maxWidth: width ?? '100%' }}>
      <IconPhoto size={28} aria-hidden />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {src === '' ? texts.noImage : src}
      </Text>
      {alt !== '' && <Text size="xs">{alt}</Text>}
    </div>
  );
}
