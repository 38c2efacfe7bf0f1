import { ActionIcon, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTemplateTexts } from '../texts';
import { type Template, useDraftWithTemplate } from '../api/templates';
import { ChangeTemplate } from './change-template';
import { TemplateVersions } from './template-versions';

/** The buttons of a template: begin a campaign, go back to an earlier version, rename, and delete. */
export function TemplateActions({ template }: { template: Template }) {
  const templates = useTemplateTexts();
  const navigate = useNavigate();
  const { _id, name } = template;
  const [areVersionsOpen, versions] = useDisclosure(false);
  const use = useDraftWithTemplate({
    done: ({ _id: campaignId }) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId } }),
  });
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={`${templates.use}: ${name}`}
        loading={use.isPending}
        onClick={() => use.mutate(_id)}
      >
        {templates.use}
      </Button>
      <ActionIcon variant="subtle" aria-label={`${templates.versions}: ${name}`} onClick={versions.open}>
        <IconHistory size={16} />
      </ActionIcon>
      {areVersionsOpen && <TemplateVersions template={template} onClose={versions.close} />}
      <ChangeTemplate
        template={template}
        deleteTitle={templates.deleteTitle(name)}
        deleteText={templates.deleteText}
      />
    </Group>
  );
}
