import { Button, Modal, Stack, Table, Text } from '@mantine/core';
import { useTexts, useFormat } from '../../../texts';
import { useTemplateTexts } from '../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { ChannelIcons } from '../../../ui/states';
import { type Template, useRestoreTemplate, useTemplateVersions } from '../api/templates';

interface TemplateVersionsProps {
  template: Template;
  onClose: () => void;
}

/** The earlier versions of a template, each with a button that goes back to it. */
export function TemplateVersions({ template, onClose }: TemplateVersionsProps) {
  const texts = useTexts();
  const own = useTemplateTexts();
  const { time } = useFormat();
  const { _id: templateId, name } = template;
  const versions = useTemplateVersions(template);
  const restore = useRestoreTemplate({
    silent: true,
    done: ({ version }) => {
      notify(texts, own.restored(version - 1));
      onClose();
    },
  });
  const shown = () => {
    if (versions.isLoadingError)
      return <ErrorNote error={versions.error} retry={() => void versions.refetch()} />;
    if (!versions.data) return <Loading lines={3} />;
    if (versions.data.length === 0) return <Text size="sm">{own.noVersions}</Text>;
    return (
      <Listing minWidth={420} heads={[own.version, own.channels, own.changed, texts.actions]}>
        {versions.data.map(({ version, channels, savedAt }) => (
          <Table.Tr key={version}>
            <Table.Td className="numbers">{version}</Table.Td>
            <Table.Td>
              <ChannelIcons channels={channels} />
            </Table.Td>
            <Table.Td>{time(savedAt)}</Table.Td>
            <Table.Td>
              <Button
                size="xs"
                variant="default"
                aria-label={own.restoreVersion(version)}
                disabled={restore.isPending}
                onClick={() => restore.mutate({ templateId, version, ifVersion: template.version })}
              >
                {own.restore}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Listing>
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={own.versionsOf(name)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack>
        <Text size="sm">{own.versionsText(template.version)}</Text>
        {restore.error && <ErrorNote error={restore.error} />}
        {shown()}
      </Stack>
    </Modal>
  );
}
