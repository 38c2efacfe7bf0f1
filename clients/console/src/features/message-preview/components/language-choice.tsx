import { SegmentedControl, Select } from '@mantine/core';
import { useLanguage } from '../../../texts';
import { languageName } from '../../../ui/language-names';
import { usePreviewTexts } from '../texts';

const EVERYONE = 'everyone';
/** The most languages that a row of buttons shows. */
const FEW = 4;

interface LanguageChoiceProps {
  /** The languages of the messages. */
  tags: readonly string[];
  /** The shown language. Null: the texts for everyone. */
  shown: string | null;
  onShow: (tag: string | null) => void;
}

/** Chooses the language of the messages that are shown. */
export function LanguageChoice({ tags, shown, onShow }: LanguageChoiceProps) {
  const texts = usePreviewTexts();
  const { language: locale } = useLanguage();
  const choice = {
    'aria-label': texts.language,
    value: shown ?? EVERYONE,
    data: [
      { value: EVERYONE, label: texts.everyoneElse },
      ...tags.map((tag) => ({ value: tag, label: languageName(tag, locale) })),
    ],
    onChange: (value: string | null) => onShow(value === null || value === EVERYONE ? null : value),
  };
  return tags.length < FEW ? (
    <SegmentedControl {...choice} size="sm" />
  ) : (
    <Select {...choice} size="sm" w={260} searchable allowDeselect={false} />
  );
}
