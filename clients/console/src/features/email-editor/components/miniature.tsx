import { memo } from 'react';
import { BlockLook } from './block-look';
import type { Block, Design } from '../design/blocks';
import { idOf } from '../design/edit';
import { colorsOn, styleOf } from '../design/look';

/** A small drawing of an email, which has no text for screen readers. */
export const Miniature = memo(function Miniature({ design }: { design: Design }) {
  return (
    <div className="design-miniature" style={styleOf(design)} inert aria-hidden>
      <div className="design-canvas">
        {design.blocks.map((block) => (
          <DrawnBlock key={idOf(block)} block={block} />
        ))}
      </div>
    </div>
  );
});

function DrawnBlock({ block }: { block: Block }) {
  if (block.type !== 'columns')
    return <BlockLook block={block} text={'html' in block ? <DrawnText html={block.html} /> : null} />;
  return (
    <div className="design-columns" data-widths={block.widths} style={colorsOn(block.background)}>
      {block.columns.map((leaves, column) => (
        // Columns have no IDs, and are not moved.
        <div key={column} className="design-column">
          {leaves.map((leaf) => (
            <DrawnBlock key={idOf(leaf)} block={leaf} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The text of a starter, which is a part of the console. Recipients' fallbacks stand for placeholders. */
function DrawnText({ html }: { html: string }) {
  const shown = html.replaceAll(/\{\{[^|}]*\|([^}]*)\}\}/g, '$1');
  return <div className="design-text" dangerouslySetInnerHTML={{ __html: shown }} />;
}
