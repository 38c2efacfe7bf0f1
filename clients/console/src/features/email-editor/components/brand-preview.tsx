import { useMemo } from 'react';
import { useLanguage } from '../../../texts';
import type { Brand } from '../design/brand';
import { brandedStarter } from '../gallery/branded-starter';
import { announcement } from '../gallery/starters/announcement';
import { Miniature } from './miniature';
import '../email-editor.css';

/** How an email with the brand looks. */
export default function BrandPreview({ brand }: { brand: Brand }) {
  const { language } = useLanguage();
  const { design } = useMemo(() => brandedStarter(announcement(language, null), brand), [language, brand]);
  return (
    <div className="design-brand">
      <Miniature design={design} />
    </div>
  );
}
