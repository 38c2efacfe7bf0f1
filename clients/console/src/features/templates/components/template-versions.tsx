import { Button, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import { useIsPhone } from '../../../ui/phone';
import { ChannelIcons } from '../../../ui/states';
import { type Template, useRestoreTemplate, useTemplateVersions } from '../api/templates';
import '../templates.css';
import { useTemplateTexts } from '../texts';
import { TemplateMessages } from './template-messages';

interface TemplateVersionsProps {
  template: Template;
  onClose: () => void;
}

/** The versions of a template with their messages. Goes back to an earlier one. */
export function TemplateVersions({ template, onClose }: TemplateVersionsProps) {
  const texts = useTexts();
  const own = useTemplateTexts();
  const isPhone = useIsPhone();
  const versions = useTemplateVersions(template);
  const [chosen, choose] = useState<number | null>(null);
  const { _id: templateId, name, channels, updatedAt, version: current } = template;
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
    if (!versions.data) return <Loading lines={6} />;
    const version = chosen ?? versions.data[0]?.version ?? current;
    return (
      <div className="template-versions">
        <Radio.Group
          aria-label={own.version}
          value={String(version)}
          onChange={(next) => choose(Number(next))}
          className="template-version-list"
        >
          <Stack gap="sm">
            <VersionRadio
              label={own.currentVersion(current)}
              {...{ version: current, channels }}
              at={updatedAt}
            />
            {versions.data.map((each) => (
              <VersionRadio
                key={each.version}
                label={own.versionNumber(each.version)}
                version={each.version}
                channels={each.channels}
                at={each.savedAt}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Stack gap="sm" miw={0}>
          <TemplateMessages template={template} version={version} />
          {version !== current && (
            <Button
              style={{ alignSelf: 'flex-start' }}
              loading={restore.isPending}
              onClick={() => restore.mutate({ templateId, version, ifVersion: current })}
            >
              {own.restore}
            </Button>
          )}
        </Stack>
      </div>
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="70rem"
      fullScreen={isPhone}
      title={own.versionsOf(name)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack>
        <Text size="sm">{versions.data?.length === 0 ? own.noVersions : own.versionsText}</Text>
        {restore.error && <ErrorNote error={restore.error} />}
        {shown()}
      </Stack>
    </Modal>
  );
}

interface VersionRadioProps extends Pick<Template, 'version' | 'channels'> {
  label: string;
  /** When its messages were saved. */
  at: string;
}

function VersionRadio({ label, version, channels, at }: VersionRadioProps) {
  const { time } = useFormat();
  return (
    <Radio
      value={String(version)}
      label={label}
      description={
        <>
          {time(at)} <ChannelIcons channels={channels} />
        </>
      }
    />
  );
}
