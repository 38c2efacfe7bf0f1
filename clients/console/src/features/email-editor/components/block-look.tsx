import { Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useEditorTexts } from '../texts';
import type { Block } from '../design/blocks';
import { colorsOn } from '../design/look';

interface BlockLookProps {
  block: Block;
  /** The text of a heading, a text, or a button, if it is not the stored one. */
  text: ReactNode;
}

const headingSizes = { 1: 28, 2: 22, 3: 18 } as const;

/** A block as recipients see it, other than columns. */
export function BlockLook({ block, text }: BlockLookProps) {
  const texts = useEditorTexts();
  const align = 'align' in block ? block.align : undefined;
  const background = block.type === 'slot' ? undefined : block.background;
  const style: CSSProperties = { ...colorsOn(background), ...(align && { textAlign: align }) };
  switch (block.type) {
    case 'heading': {
      const fontSize = headingSizes[block.level ?? 1];
      return (
        <div className="design-heading" style={{ ...style, fontSize }}>
          {text}
        </div>
      );
    }
    case 'text':
      return (
        <div className="design-padded" style={style}>
          {text}
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
          <span className="design-button">{text ?? (block.label === '' ? texts.label : block.label)}</span>
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
    case 'slot':
      return <div className="design-slot">{texts.slotText}</div>;
    case 'columns':
      return null;
  }
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
