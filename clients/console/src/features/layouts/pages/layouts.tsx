import { ActionIcon, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory, IconLayoutNavbar } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Empty, ErrorNote, ListingPane, Loading, PageHead } from '../../../ui/page';
import {
  ChangeTemplate,
  type Template,
  TemplateVersions,
  TemplatesNav,
  useDraftWithTemplate,
  useLayouts,
} from '../../templates';
import { useLayoutTexts } from '../texts';

/** The layouts of the account. */
export function LayoutsPage() {
  const { actions, templates } = useTexts();
  const texts = useLayoutTexts();
  const mayWrite = useMay('write');
  const layouts = useLayouts();
  const shown = () => {
    if (layouts.isLoadingError)
      return <ErrorNote error={layouts.error} retry={() => void layouts.refetch()} />;
    if (!layouts.data) return <Loading />;
    if (layouts.data.length === 0)
      return (
        <Empty icon={<IconLayoutNavbar size={44} stroke={1.4} />} title={texts.emptyTitle}>
          {texts.emptyText}
        </Empty>
      );
    return (
      <ListingPane minWidth={420} heads={[texts.name, texts.changed, actions]}>
        {layouts.data.map((layout) => (
          <LayoutRow key={layout._id} layout={layout} />
        ))}
      </ListingPane>
    );
  };
  return (
    <>
      <PageHead title={templates.layouts}>
        {mayWrite && (
          <Button component={Link} to="/templates/layouts/new">
            {templates.newLayout}
          </Button>
        )}
      </PageHead>
      <TemplatesNav />
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        {shown()}
      </Stack>
    </>
  );
}

function LayoutRow({ layout }: { layout: Template }) {
  const texts = useLayoutTexts();
  const { day } = useFormat();
  const mayWrite = useMay('write');
  const [areVersionsOpen, versions] = useDisclosure(false);
  const { _id: layoutId, name, updatedAt } = layout;
  const navigate = useNavigate();
  const use = useDraftWithTemplate({
    done: ({ _id: campaignId }) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId } }),
  });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/templates/layouts/$layoutId" params={{ layoutId }} {...props} />}
        >
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{day(updatedAt)}</Table.Td>
      <Table.Td>
        {mayWrite && (
          <Group gap={4} wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              aria-label={texts.useNamed(name)}
              loading={use.isPending}
              onClick={() => use.mutate(layoutId)}
            >
              {texts.use}
            </Button>
            <ActionIcon variant="subtle" aria-label={texts.versionsOf(name)} onClick={versions.open}>
              <IconHistory size={16} />
            </ActionIcon>
            {areVersionsOpen && <TemplateVersions template={layout} onClose={versions.close} />}
            <ChangeTemplate
              template={layout}
              deleteTitle={texts.deleteTitle(name)}
              deleteText={texts.deleteText}
            />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
