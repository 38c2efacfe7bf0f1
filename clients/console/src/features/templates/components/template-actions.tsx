import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../texts';
import { type Template, useDraftWithTemplate } from '../api/templates';
import { ChangeTemplate } from './change-template';

/** The buttons of a template: begin a campaign, rename, and delete. */
export function TemplateActions({ template }: { template: Template }) {
  const texts = useTexts();
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
        aria-label={`${texts.templates.use}: ${name}`}
        loading={use.isPending}
        onClick={() => use.mutate(_id)}
      >
        {texts.templates.use}
      </Button>
      <ChangeTemplate
        template={template}
        deleteTitle={texts.templates.deleteTitle(name)}
        deleteText={texts.templates.deleteText}
      />
    </Group>
  );
}
