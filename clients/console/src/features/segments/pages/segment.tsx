import type { Schemas } from '@carillon/sdk';
import { ActionIcon, Alert, Button, Code, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useSegmentTexts } from '../texts';
import { notify } from '../../../ui/action';
import { Confirm } from '../../../ui/confirm';
import { ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { UnsavedChanges } from '../../../ui/unsaved-changes';
import { useDeleteSegment, useForgetSegment, useSaveSegment, useSegment } from '../api/segments';
import { Builder } from '../components/builder';
import { SegmentPreview } from '../components/segment-preview';
import { builtOf, conditionsOf, isFilled, newRow } from '../conditions';

export function SegmentPage() {
  const { segmentId } = useParams({ from: '/people/segments/$segmentId' });
  const isNew = segmentId === 'new';
  const segment = useSegment(isNew ? null : segmentId);
  if (isNew) return <Editor key="new" segment={null} />;
  if (segment.isLoadingError) return <ErrorNote error={segment.error} retry={() => void segment.refetch()} />;
  if (!segment.data) return <Loading />;
  return <Editor key={segmentId} segment={segment.data} />;
}

/** @param segment null: a new segment */
function Editor({ segment }: { segment: Schemas['Segment'] | null }) {
  const texts = useTexts();
  const { segments } = useSegmentTexts();
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const [name, setName] = useState(segment?.name ?? '');
  /** Null: the builder can't show the conditions. */
  const [built, setBuilt] = useState(() =>
    segment ? builtOf(segment.conditions) : { join: 'all' as const, items: [newRow()] },
  );
  const [isDeleting, deleting] = useDisclosure(false);
  const toList = (): void => void navigate({ to: '/people/segments', ignoreBlocker: true });
  const save = useSaveSegment({
    silent: true,
    done: () => {
      notify(texts, segments.saved);
      toList();
    },
  });
  const forget = useForgetSegment();
  const remove = useDeleteSegment({
    silent: true,
    done: (_, id) => {
      forget(id);
      notify(texts, segments.deleted);
      toList();
    },
  });
  const conditions = built === null ? null : conditionsOf(built);
  // Saving equal conditions would make a new version.
  const [opened] = useState(() => JSON.stringify(conditions));
  const hasOtherConditions = JSON.stringify(conditions) !== opened;
  const isComplete = name.trim() !== '' && (built === null || isFilled(built));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const changed = segment === null || hasOtherConditions ? conditions : null;
    save.mutate({ id: segment?._id ?? null, name: name.trim(), conditions: changed });
  };
  return (
    <form onSubmit={submit}>
      <PageHead
        title={segment?.name ?? texts.segments.new}
        above={<WayBack to="/people/segments">{segments.title}</WayBack>}
      >
        {mayWrite && segment && (
          <ActionIcon variant="default" size="lg" aria-label={texts.delete} onClick={deleting.open}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
        {mayWrite && (
          <Button type="submit" loading={save.isPending} disabled={!isComplete}>
            {texts.save}
          </Button>
        )}
      </PageHead>
      <Stack gap="lg">
        {!mayWrite && <Alert color="gray">{texts.identity.mayOnlyRead}</Alert>}
        {save.error && <ErrorNote error={save.error} />}
        <Paper className="pane">
          <Stack>
            <TextInput
              label={segments.name}
              value={name}
              maxLength={100}
              readOnly={!mayWrite}
              required
              maw={480}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {built ? (
              <Builder built={built} isReadOnly={!mayWrite} onChange={setBuilt} />
            ) : (
              <>
                <Text size="sm">{segments.tooDeep}</Text>
                <Code block tabIndex={0}>
                  {JSON.stringify(segment?.conditions, null, 2)}
                </Code>
              </>
            )}
          </Stack>
        </Paper>
        <SegmentPreview
          conditions={built === null ? (segment?.conditions ?? null) : isFilled(built) ? conditions : null}
        />
      </Stack>
      <UnsavedChanges isUnsaved={hasOtherConditions || name !== (segment?.name ?? '')} />
      {isDeleting && segment && (
        <Confirm
          title={segments.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(segment._id)}
          onClose={deleting.close}
        >
          {segments.deleteText(segment.name)}
        </Confirm>
      )}
    </form>
  );
}
