import { ActionIcon, Button, Group, Popover, Select, Stack, Text } from '@mantine/core';
import { IconLanguage, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useLanguage } from '../../../../texts';
import { Confirm } from '../../../../ui/confirm';
import { type Draft } from '../../draft/draft';
import { withLanguage, withoutLanguage } from '../../draft/translation';
import { allLanguages, languageName } from '../../../../ui/language-names';
import { LanguageChoice } from '../../../message-preview';
import { useLanguageTexts } from './language-texts';

interface LanguageBarProps {
  draft: Draft;
  isReadOnly: boolean;
  change: (changed: Partial<Draft>) => void;
  /** The shown language. Null: the texts for everyone. */
  shown: string | null;
  onShow: (tag: string | null) => void;
}

/**
 * The languages of the messages: shows the texts of one, adds one, and removes one. Absent if there are none:
 * `FirstLanguage` adds the first.
 */
export function LanguageBar({ draft, isReadOnly, change, shown, onShow }: LanguageBarProps) {
  const texts = useLanguageTexts();
  const { language: locale } = useLanguage();
  const [isRemoving, setRemoving] = useState(false);
  const tags = Object.keys(draft.translations);
  if (tags.length === 0) return null;
  const name = shown === null ? '' : languageName(shown, locale);
  return (
    <Stack gap={4} px="md" pt="sm">
      <Group gap="xs">
        <LanguageChoice {...{ tags, shown, onShow }} />
        {!isReadOnly && <AddLanguage {...{ draft, change, onShow }} />}
        {shown !== null && !isReadOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.remove(name)}
            onClick={() => setRemoving(true)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {shown === null ? texts.hintEveryone : `${texts.hint(name)} ${texts.shared}`}
      </Text>
      {isRemoving && shown !== null && (
        <Confirm
          title={texts.removeTitle(name)}
          verb={texts.remove(name)}
          action={() => {
            change(withoutLanguage(draft, shown));
            onShow(null);
            return Promise.resolve();
          }}
          onClose={() => setRemoving(false)}
        >
          <Text size="sm">{texts.removeText(name)}</Text>
        </Confirm>
      )}
    </Stack>
  );
}

/** Adds the first language. Absent if the messages have languages, or can't be changed. */
export function FirstLanguage({ draft, isReadOnly, change, onShow }: Omit<LanguageBarProps, 'shown'>) {
  if (isReadOnly || Object.keys(draft.translations).length > 0) return null;
  return <AddLanguage {...{ draft, change, onShow }} />;
}

/** Adds a language that the campaign doesn't have yet, and shows it. */
function AddLanguage({ draft, change, onShow }: Pick<LanguageBarProps, 'draft' | 'change' | 'onShow'>) {
  const texts = useLanguageTexts();
  const { language: locale } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const all = useMemo(() => (isOpen ? allLanguages(locale) : []), [isOpen, locale]);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLanguage size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Select
          label={texts.choose}
          description={texts.chooseHint}
          w={280}
          searchable
          limit={50}
          nothingFoundMessage={texts.none}
          comboboxProps={{ withinPortal: false, middlewares: { flip: false } }}
          data={all
            .filter(({ tag }) => !Object.hasOwn(draft.translations, tag))
            .map(({ tag, name }) => ({ value: tag, label: `${name} (${tag})` }))}
          value={null}
          onChange={(tag) => {
            if (tag === null) return;
            setOpen(false);
            change(withLanguage(draft, tag));
            onShow(tag);
          }}
          data-autofocus
        />
      </Popover.Dropdown>
    </Popover>
  );
}
