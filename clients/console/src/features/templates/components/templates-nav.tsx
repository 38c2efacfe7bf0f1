import { useTexts } from '../../../texts';
import { SectionNav } from '../../../ui/section-nav';
import { useTemplateTexts } from '../texts';

/** The pages below Templates. */
export function TemplatesNav() {
  const { nav } = useTemplateTexts();
  const { templates } = useTexts();
  const pages = [
    { to: '/templates', name: nav.ofCampaigns },
    { to: '/templates/layouts', name: templates.layouts },
  ] as const;
  return <SectionNav label={nav.label} pages={pages} />;
}
