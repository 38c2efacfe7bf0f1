import { Button, Group, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { NameDialog } from '../../../ui/name-dialog';
import type { CampaignFilter } from '../api/campaigns';
import {
  MAX_NAME,
  type SavedFilter,
  filterOf,
  isSame,
  useChangeFilter,
  useDeleteFilter,
  useSaveFilter,
} from '../api/saved-filters';
import { useSavedFilterTexts } from '../saved-filter-texts';
import { UndoMessage } from './undo-message';

interface SavedFiltersProps {
  saved: readonly SavedFilter[];
  filter: CampaignFilter;
}

/** A menu of the saved filters, which names the applied one, and a button that saves another filter. */
export default function SavedFilters({ saved, filter }: SavedFiltersProps) {
  const texts = useSavedFilterTexts();
  const mayWrite = useMay('write');
  /** The filter that the reader chose last, which can be saved with changes. */
  const [chosenId, setChosenId] = useState(() => saved.find((each) => isSame(each, filter))?._id);
  const chosen = saved.find(({ _id }) => _id === chosenId);
  const applied = chosen && isSame(chosen, filter) ? chosen : saved.find((each) => isSame(each, filter));
  const [naming, setNaming] = useState<'new' | SavedFilter | null>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const focusOn = useFocusOf(applied, menu);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Group gap="xs" maw="100%">
      {saved.length > 0 && (
        <FilterMenu
          {...{ saved, filter, applied, chosen }}
          target={menu}
          onChoose={setChosenId}
          onRename={setNaming}
        />
      )}
      {mayWrite && isFiltered && !applied && (
        <Button
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => setNaming('new')}
        >
          {texts.save}
        </Button>
      )}
      {naming === 'new' && (
        <SaveDialog
          filter={filter}
          onSaved={({ _id }) => {
            setChosenId(_id);
            focusOn(_id);
          }}
          onClose={() => setNaming(null)}
        />
      )}
      {naming !== null && naming !== 'new' && <RenameDialog saved={naming} onClose={() => setNaming(null)} />}
    </Group>
  );
}

/** Moves the focus to the menu when it names a filter, because the button that saved the filter is gone by then. */
function useFocusOf(
  applied: SavedFilter | undefined,
  menu: RefObject<HTMLButtonElement | null>,
): (id: string) => void {
  const [awaited, setAwaited] = useState<string | null>(null);
  useEffect(() => {
    if (awaited === null || applied?._id !== awaited) return;
    setAwaited(null);
    menu.current?.focus();
  }, [awaited, applied, menu]);
  return setAwaited;
}

interface FilterMenuProps extends SavedFiltersProps {
  applied: SavedFilter | undefined;
  chosen: SavedFilter | undefined;
  onChoose: (id: string) => void;
  target: RefObject<HTMLButtonElement | null>;
  onRename: (saved: SavedFilter) => void;
}

function FilterMenu({ saved, filter, applied, chosen, target, onChoose, onRename }: FilterMenuProps) {
  const texts = useSavedFilterTexts();
  const all = useTexts();
  const mayWrite = useMay('write');
  const navigate = useNavigate({ from: '/campaigns' });
  const change = useChangeFilter({ done: ({ name }) => notify(all, texts.updated(name)) });
  const remove = useRemoval();
  const apply = (each: SavedFilter): void => {
    onChoose(each._id);
    void navigate({ search: filterOf(each) });
  };
  const current = applied ?? chosen;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          ref={target}
          variant={applied ? 'light' : 'default'}
          leftSection={<IconBookmark size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={applied && texts.applied(applied.name)}
          maw={{ base: '100%', sm: 260 }}
        >
          <Text span inherit truncate lh={1.4}>
            {applied?.name ?? texts.menu}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {saved.map((each) => (
          <Menu.Item
            key={each._id}
            leftSection={<IconCheck size={16} visibility={each === applied ? 'visible' : 'hidden'} />}
            aria-current={each === applied ? true : undefined}
            onClick={() => apply(each)}
          >
            {each.name}
          </Menu.Item>
        ))}
        {mayWrite && current && <Menu.Divider />}
        {mayWrite && !applied && chosen && (
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} />}
            onClick={() => change.mutate({ id: chosen._id, filter })}
          >
            {texts.update(chosen.name)}
          </Menu.Item>
        )}
        {mayWrite && current && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onRename(current)}>
            {texts.rename(current.name)}
          </Menu.Item>
        )}
        {mayWrite && current && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => remove(current)}>
            {texts.delete(current.name)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Deletes a saved filter, with a message that offers to save it again. */
function useRemoval(): (saved: SavedFilter) => void {
  const texts = useSavedFilterTexts();
  const all = useTexts();
  const restore = useSaveFilter();
  const { mutate } = useDeleteFilter({
    done: (_, saved) => {
      const { _id, name } = saved;
      const id = `saved filter ${_id}`;
      const undo = (): void => {
        notifications.hide(id);
        restore.mutate({ name, filter: filterOf(saved) });
      };
      notifications.show({
        id,
        closeButtonProps: { 'aria-label': all.close },
        message: <UndoMessage onUndo={undo}>{texts.deleted(name)}</UndoMessage>,
      });
    },
  });
  return mutate;
}

interface SaveDialogProps {
  filter: CampaignFilter;
  onSaved: (saved: SavedFilter) => void;
  onClose: () => void;
}

function SaveDialog({ filter, onSaved, onClose }: SaveDialogProps) {
  const texts = useSavedFilterTexts();
  const save = useSaveFilter({
    silent: true,
    done: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  return (
    <NameDialog
      title={texts.save}
      text={texts.hint}
      label={texts.name}
      maxLength={MAX_NAME}
      action={{ ...save, mutate: (name) => save.mutate({ name, filter }) }}
      onClose={onClose}
    />
  );
}

function RenameDialog({ saved: { _id: id, name }, onClose }: { saved: SavedFilter; onClose: () => void }) {
  const texts = useSavedFilterTexts();
  const change = useChangeFilter({ silent: true, done: onClose });
  return (
    <NameDialog
      title={texts.rename(name)}
      label={texts.name}
      maxLength={MAX_NAME}
      initial={name}
      action={{ ...change, mutate: (to) => change.mutate({ id, name: to }) }}
      onClose={onClose}
    />
  );
}
