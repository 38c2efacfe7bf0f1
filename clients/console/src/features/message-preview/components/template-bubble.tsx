import type { Schemas } from '@carillon/sdk';
import { Text } from '@mantine/core';
import { filledBody } from '../filled-body';
import { usePreviewTexts } from '../texts';

interface TemplateBubbleProps {
  /** Undefined: the console doesn't know its text. */
  template: Schemas['ContentTemplate'] | undefined;
  sid: string;
  variables: [name: string, value: string][];
}

/** The template as the person of the preview gets it. */
export function TemplateBubble({ template, sid, variables }: TemplateBubbleProps) {
  const texts = usePreviewTexts();
  if (template?.body != null) {
    return (
      <div className="bubble">
        {template.hasMedia && (
          <Text size="xs" c="dimmed">
            {texts.templateMedia}
          </Text>
        )}
        {filledBody(template.body, variables)}
        {template.buttons.map((label, at) => (
          <Text key={at} size="sm" ta="center" fw={550} mt={4} pt={4} className="bubble-button">
            {label}
          </Text>
        ))}
      </div>
    );
  }
  const named = variables.filter(([name]) => name.trim() !== '');
  return (
    <div className="bubble">
      <Text size="sm" fw={600}>
        {texts.template(sid)}
      </Text>
      {named.map(([name, value]) => (
        <Text size="sm" key={name}>{`{{${name}}} = ${value}`}</Text>
      ))}
      <Text size="xs">{texts.templateElsewhere}</Text>
    </div>
  );
}
