import { Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive, IconArchiveOff, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { Confirm } from '../../../ui/confirm';
import { type ListedCampaign, useDeleteCampaigns } from '../api/campaigns';
import { CompareButton } from './compare-button';
import { TagDialog } from './tag-dialog';
import { useArchive } from './use-archive';
import { useDeletion } from './use-deletion';

interface SelectionProps {
  selected: ListedCampaign[];
  isArchive: boolean;
  onClear: () => void;
}

/** What to do with the selected campaigns. */
export default function Selection(props: SelectionProps) {
  const { selected, onClear } = props;
  const texts = useTexts();
  const mayWrite = useMay('write');
  return (
    <Paper className="pane" p="xs" px="md" role="region" aria-label={texts.campaignList.selection}>
      <Group gap="sm">
        <Text size="sm" role="status">
          {texts.campaignList.selected(selected.length)}
        </Text>
        <CompareButton ids={selected.map(({ _id }) => _id)} />
        {mayWrite && <Changes {...props} />}
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {texts.campaignList.clear}
        </Button>
      </Group>
    </Paper>
  );
}

/** Changes of the selected campaigns. A deletion can be undone, unless one of them is being sent. */
function Changes({ selected, isArchive, onClear }: SelectionProps) {
  const texts = useTexts();
  const maySend = useMay('send');
  const remove = useDeletion();
  const archive = useArchive();
  const [tagging, setTagging] = useState<'add' | 'remove' | null>(null);
  const removeNow = useDeleteCampaigns({ silent: true, done: onClear });
  const [isAsking, asking] = useDisclosure(false);
  const ids = selected.map(({ _id }) => _id);
  const underWay = selected.filter(({ status }) => isUnderWay(status));
  const mayDelete = maySend || selected.every(({ status }) => status === 'DRAFT');
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        disabled={!mayDelete}
        onClick={() => {
          if (underWay.length > 0) {
            asking.open();
          } else {
            remove(ids);
            onClear();
          }
        }}
      >
        {texts.delete}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTag size={14} aria-hidden />}
        onClick={() => setTagging('add')}
      >
        {texts.tags.add}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTagOff size={14} aria-hidden />}
        onClick={() => setTagging('remove')}
      >
        {texts.tags.remove}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={
          isArchive ? <IconArchiveOff size={14} aria-hidden /> : <IconArchive size={14} aria-hidden />
        }
        disabled={underWay.length > 0}
        onClick={() => {
          archive(ids, !isArchive);
          onClear();
        }}
      >
        {isArchive ? texts.archive.unarchive : texts.archive.archive}
      </Button>
      {tagging !== null && <TagDialog verb={tagging} campaignIds={ids} onClose={() => setTagging(null)} />}
      {isAsking && (
        <Confirm
          title={texts.campaignList.deleteTitle(selected.length)}
          verb={texts.delete}
          action={() => removeNow.mutateAsync(ids)}
          onClose={asking.close}
        >
          {texts.campaignList.deleteText(underWay.length)}
        </Confirm>
      )}
    </>
  );
}

/** The campaign has recipients who haven't got it yet, or will have. */
function isUnderWay(status: ListedCampaign['status']): boolean {
  return status === 'SENDING' || status === 'PAUSED' || status === 'SCHEDULED';
}
