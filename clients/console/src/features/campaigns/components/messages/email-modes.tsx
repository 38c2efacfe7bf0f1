import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useEditorTexts } from '../../../email-editor';
import { Confirm } from '../../../../ui/confirm';

/** How the email is written: as blocks, as HTML, or as MJML. */
export type EmailMode = (typeof modes)[number];
const modes = ['visual', 'html', 'mjml'] as const;

interface EmailModesProps {
  mode: EmailMode;
  /** Whether the email has content, which the choice of another mode replaces. */
  isWritten: boolean;
  /** Keeps the email as HTML. */
  detach: () => Promise<void>;
  /** Begins an empty email. */
  onChoose: (mode: EmailMode) => void;
}

export function EmailModes({ mode, isWritten, detach, onChoose }: EmailModesProps) {
  const texts = useEditorTexts();
  const [asked, ask] = useState<EmailMode | null>(null);
  const keeps = asked === 'html';
  const go = async (): Promise<void> => {
    if (asked === null) return;
    if (keeps) await detach();
    else onChoose(asked);
  };
  return (
    <>
      <SegmentedControl
        aria-label={texts.mode}
        value={mode}
        onChange={(next) => {
          const wanted = modes.find((each) => each === next) ?? mode;
          if (wanted === mode) return;
          if (isWritten) ask(wanted);
          else onChoose(wanted);
        }}
        data={modes.map((value) => ({ value, label: texts.modes[value] }))}
        style={{ alignSelf: 'flex-start' }}
      />
      {asked !== null && (
        <Confirm
          title={keeps ? texts.detachTitle : texts.startTitle(texts.modes[asked])}
          verb={keeps ? texts.detach : texts.start}
          action={go}
          onClose={() => ask(null)}
        >
          <Text size="sm">{keeps ? texts.detachText : texts.startText}</Text>
        </Confirm>
      )}
    </>
  );
}
