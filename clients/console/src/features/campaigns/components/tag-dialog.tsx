import { Autocomplete, Button, Modal, Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../texts';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { useOrganize, useTags } from '../api/organize';

/** The longest tag that the API accepts (characters). */
const LONGEST_TAG = 40;

interface TagDialogProps {
  verb: 'add' | 'remove';
  campaignIds: readonly string[];
  onClose: () => void;
}

/** Adds a tag to campaigns, or removes it, with suggestions of existing tags. */
export function TagDialog({ verb, campaignIds, onClose }: TagDialogProps) {
  const texts = useTexts();
  const [tag, setTag] = useState('');
  const tags = useTags().data?.tags ?? [];
  const organize = useOrganize({ silent: true, done: onClose });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    organize.mutate({ campaignIds, [verb === 'add' ? 'addTags' : 'removeTags']: [tag.trim()] });
  };
  return (
    <Modal opened onClose={onClose} title={texts.tags[verb]} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Autocomplete
            label={texts.tags.tag}
            description={verb === 'add' ? texts.tags.hint : undefined}
            data={tags.map(({ name }) => name)}
            value={tag}
            maxLength={LONGEST_TAG}
            onChange={setTag}
            data-autofocus
          />
          {organize.error && <ErrorNote error={organize.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={organize.isPending} disabled={tag.trim() === ''}>
              {texts.tags[verb]}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
