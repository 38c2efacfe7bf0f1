import { Alert, Anchor, Button, Group, NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { describe } from '../../../ui/page';
import { useLayouts, useReadTemplate, useTemplate } from '../../templates';
import type { Layout } from '../design/blocks';
import { copyOf, looksLike } from '../design/layout';
import { useEditorTexts } from '../texts';

interface LayoutSelectProps {
  /** Null: none. */
  layout: Layout | null;
  onChoose: (layout: Layout | null) => void;
}

/** Chooses the layout of an email, which gets a copy of its current version. */
export function LayoutSelect({ layout, onChoose }: LayoutSelectProps) {
  const texts = useTexts();
  const own = useEditorTexts();
  const layouts = useLayouts();
  const read = useReadTemplate({ silent: true, done: (template) => onChoose(copyOf(template)) });
  const known = layouts.data ?? [];
  const isListed = layout === null || known.some(({ _id }) => _id === layout.id);
  const error = layouts.error ?? read.error;
  return (
    <NativeSelect
      label={own.layout}
      description={
        known.length === 0 && layouts.isSuccess ? (
          <Anchor component={Link} to="/templates/layouts" size="xs" underline="always">
            {own.firstLayout}
          </Anchor>
        ) : undefined
      }
      error={error && describe(error, texts).message}
      value={layout?.id ?? ''}
      disabled={read.isPending}
      data={[
        { value: '', label: own.noLayout },
        ...(isListed ? [] : [{ value: layout.id, label: layout.name }]),
        ...known.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value === '') onChoose(null);
        else if (value !== layout?.id) read.mutate(value);
      }}
    />
  );
}

interface LayoutNoteProps {
  layout: Layout;
  onUpdate: (layout: Layout) => void;
}

/** Names the layout of an email, and offers its current version if that looks different. */
export function LayoutNote({ layout, onUpdate }: LayoutNoteProps) {
  const own = useEditorTexts();
  const mayWrite = useMay('write');
  const layouts = useLayouts();
  const listed = layouts.data?.find(({ _id }) => _id === layout.id);
  const current = useTemplate(listed && listed.version !== layout.version ? layout.id : null);
  const now = current.data ? copyOf(current.data) : null;
  if (layouts.isSuccess && !listed)
    return (
      <Alert color="gray" py="xs" mb="sm">
        {own.layoutDeleted(layout.name)}
      </Alert>
    );
  if (now && !looksLike(now, layout))
    return (
      <Alert color="blue" py="xs" mb="sm">
        <Group justify="space-between" gap="xs">
          <Text size="sm">{own.layoutChanged(now.name)}</Text>
          {mayWrite && (
            <Button size="compact-sm" onClick={() => onUpdate(now)}>
              {own.updateLayout}
            </Button>
          )}
        </Group>
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {own.layoutNote(listed?.name ?? layout.name)}{' '}
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => (
          <Link to="/templates/layouts/$layoutId" params={{ layoutId: layout.id }} {...props} />
        )}
      >
        {own.editLayout}
      </Anchor>
    </Text>
  );
}
