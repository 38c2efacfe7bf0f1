import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { useLanguage } from '../../../texts';
import { useEditorTexts } from '../texts';
import type { Brand } from '../design/brand';
import { brandedStarter } from '../gallery/branded-starter';
import type { Starter } from '../gallery/starter';
import { startersIn } from '../gallery/starters';
import { Miniature } from './miniature';

interface GalleryProps {
  nameField: string | null;
  /** Undefined: unavailable. */
  brand: Brand | undefined;
  onChoose: (starter: Starter) => void;
}

/** The starting points for an empty email. */
export function Gallery({ nameField, brand, onChoose }: GalleryProps) {
  const texts = useEditorTexts();
  const { language } = useLanguage();
  const starters = useMemo(
    () => startersIn(language, nameField).map((each) => (brand ? brandedStarter(each, brand) : each)),
    [language, nameField, brand],
  );
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Text id={id} fw={550}>
        {texts.gallery}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.galleryHint}{' '}
        <Anchor component={Link} to="/templates" size="sm" underline="always">
          {texts.ownTemplates}
        </Anchor>
      </Text>
      <ul className="design-starters">
        {starters.map((starter, index) => (
          <li key={starter.name} className="design-starter">
            <Miniature design={starter.design} />
            <div className="design-starter-name">
              <UnstyledButton fz="sm" aria-describedby={`${id}-${index}`} onClick={() => onChoose(starter)}>
                {starter.name}
              </UnstyledButton>
              <Text id={`${id}-${index}`} size="xs" c="dimmed">
                {starter.about}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
