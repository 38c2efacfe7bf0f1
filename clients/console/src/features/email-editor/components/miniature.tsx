import { memo } from 'react';
import type { Design } from '../design/blocks';
import { idOf } from '../design/edit';
import { styleOf } from '../design/look';
import { DrawnBlock } from './drawn-block';

/** A small drawing of an email, which has no text for screen readers. */
export const Miniature = memo(function Miniature({ design }: { design: Design }) {
  return (
    <div className="design-miniature" style={styleOf(design)} inert aria-hidden>
      <div className="design-canvas">
        {design.blocks.map((block) => (
          <DrawnBlock key={idOf(block)} block={block} Text={DrawnText} />
        ))}
      </div>
    </div>
  );
});

/** The text of a starter, which is a part of the console. Recipients' fallbacks stand for placeholders. */
function DrawnText({ html }: { html: string }) {
  const shown = html.replaceAll(/\{\{[^|}]*\|([^}]*)\}\}/g, '$1');
  return <div className="design-text" dangerouslySetInnerHTML={{ __html: shown }} />;
}
