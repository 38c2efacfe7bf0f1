import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTemplateTexts } from '../texts';
import { type Template, useDraftWithTemplate } from '../api/templates';
import { ChangeTemplate } from './change-template';

/** The buttons of a template: begin a campaign, rename, and delete. */
export function TemplateActions({ template }: { template: Template }) {
  const templates = useTemplateTexts();
  const navigate = useNavigate();
  const { _id, name } = template;
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
      <ChangeTemplate
        template={template}
        deleteTitle={templates.deleteTitle(name)}
        deleteText={templates.deleteText}
      />
    </Group>
  );
}
