import { useIntersection } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { ChannelIcon } from '../../../ui/states';
import { useMailFrame } from '../../content';
import { type Template, useTemplateContent } from '../api/templates';
import { beginningOf } from '../messages';
import '../templates.css';

/** How far outside the window thumbnails are shown already, and still (pixels). */
const MARGIN = '300px';

/**
 * A small picture of a template for the eye: its email or, without one, the beginning of its text. Only those in view are
 * read and drawn, because emails are large.
 */
export function TemplateThumbnail({ template }: { template: Template }) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: MARGIN });
  return (
    <div ref={ref} className="template-thumbnail" inert aria-hidden>
      {entry?.isIntersecting === true && <Content template={template} />}
    </div>
  );
}

/** Empty if the template can't be read: its name is beside it. */
function Content({ template }: { template: Template }) {
  const { data } = useTemplateContent(template, template.version);
  const [channel = 'EMAIL'] = template.channels;
  if (!data) return null;
  if (data.message !== '') return <Email html={data.message} />;
  const text = beginningOf(data);
  return (
    <div className="template-thumbnail-text">
      {text === '' ? <ChannelIcon channel={channel} size={24} /> : text}
    </div>
  );
}

function Email({ html }: { html: string }) {
  const [isShown, setShown] = useState(false);
  const { frame } = useMailFrame(
    html,
    false,
    useCallback(() => setShown(true), []),
  );
  return (
    <iframe
      ref={frame}
      title=""
      tabIndex={-1}
      src="/console/preview.html"
      sandbox="allow-scripts"
      // An empty frame is white, also in dark mode.
      style={{ visibility: isShown ? 'visible' : 'hidden' }}
    />
  );
}
