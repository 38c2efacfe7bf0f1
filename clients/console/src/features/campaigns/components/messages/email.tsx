import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Anchor,
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { Suspense, useId, useMemo, useRef, useState } from 'react';
import { HtmlEditor, exampleOf, greetingField } from '../../../content';
import { EmailEditor, emptyDesign, isEmptyDesign, useEditorTexts } from '../../../email-editor';
import { InsertImage, imageHtml } from '../../../media';
import { EmailPreview, usePreviewTexts } from '../../../message-preview';
import { UtmChoice } from '../../../utm';
import { useTexts } from '../../../../texts';
import { useCampaignTexts } from '../../texts';
import { Fold } from '../../../../ui/fold';
import type { Preview } from '../../api/preview';
import type { Draft, EmailText } from '../../draft/draft';
import { type LineFlaw, lineFlawsOf } from '../../draft/line-flaws';
import { fieldId, focusField } from '../focus-field';
import type { ChannelProps } from './channel-props';
import { type EmailMode, EmailModes } from './email-modes';
import { EngineSelect } from './engine-select';
import { LineText } from './line-text';

/** Longest texts that the API accepts (characters). */
const longest: Record<EmailText, number> = { subject: 255, preheader: 255, fromName: 100, replyTo: 320 };

/** The texts that an email client shows beside and above an email, and whether it has the watermark. */
export function EmailFields({ draft, isReadOnly, change, placeholders, isTranslation }: ChannelProps) {
  const texts = useTexts();
  const { emailFields } = useCampaignTexts();
  const { fields, hints } = emailFields;
  const [hasMore] = useState(() => hasMoreSettings(draft));
  const example = exampleOf(placeholders, texts);
  const propsOf = (field: EmailText) => ({
    id: fieldId(field),
    label: fields[field],
    description: hints[field](example),
    value: draft[field],
    maxLength: longest[field],
  });
  const lineOf = (field: 'subject' | 'preheader') => (
    <LineText
      {...propsOf(field)}
      {...{ isReadOnly, placeholders }}
      engine={draft.engine}
      placeholder={field === 'subject' ? draft.name : ''}
      onChange={(text) => change({ [field]: text })}
    />
  );
  const inputOf = (field: 'fromName' | 'replyTo') => (
    <TextInput
      {...propsOf(field)}
      readOnly={isReadOnly}
      type={field === 'replyTo' ? 'email' : 'text'}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mb="xs">
        {lineOf('subject')}
        {lineOf('preheader')}
      </SimpleGrid>
      {!isTranslation && (
        <Fold label={emailFields.more} isOpen={hasMore}>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" my="md">
            {inputOf('fromName')}
            {inputOf('replyTo')}
            <EngineSelect {...{ draft, isReadOnly, change }} />
            <UtmChoice
              value={draft.utm}
              name={draft.name}
              isReadOnly={isReadOnly}
              onChange={(utm) => change({ utm })}
            />
            <Switch
              label={emailFields.removeWatermark}
              description={emailFields.removeWatermarkHint}
              checked={draft.shouldRemoveWatermark}
              disabled={isReadOnly}
              onChange={(event) => change({ shouldRemoveWatermark: event.currentTarget.checked })}
            />
          </SimpleGrid>
        </Fold>
      )}
    </>
  );
}

/** Whether a field that is folded at first has a value of its own. */
function hasMoreSettings({ fromName, replyTo, engine, utm, shouldRemoveWatermark }: Draft): boolean {
  const isWritten = `${fromName}${replyTo}`.trim() !== '';
  return isWritten || engine !== 'simple' || utm !== null || shouldRemoveWatermark;
}

interface EmailProps extends ChannelProps {
  saved: Schemas['CampaignDetail'] | null;
  /** Why the last save failed. */
  error: Error | null;
  /** The language of these texts. Null: for everyone. */
  language: string | null;
  detach: () => Promise<boolean>;
  isCurrent: boolean;
}

/** The email as blocks, as HTML, or as MJML, and its preview. */
export function Email(props: EmailProps) {
  const { draft, isReadOnly, change, detach } = props;
  const [chosen, choose] = useState<EmailMode>('visual');
  // Until something is written, any way of writing can be chosen.
  const mode = modeOf(draft) ?? chosen;
  const [view, setView] = useState<View>('edit');
  return (
    <Stack gap="md">
      {!isReadOnly && (
        <Group justify="space-between">
          <EmailModes
            mode={mode}
            isWritten={modeOf(draft) !== null}
            detach={async () => {
              if (await detach()) choose('html');
            }}
            onChoose={(next) => {
              choose(next);
              change({ emailMessage: '', emailDesign: null, emailMjml: '' });
            }}
          />
          {mode === 'visual' && <ViewChoice view={view} onChoose={setView} />}
        </Group>
      )}
      {mode === 'visual' ? (
        <VisualEmail {...props} view={view} />
      ) : (
        <WrittenEmail {...props} isMjml={mode === 'mjml'} />
      )}
    </Stack>
  );
}

function modeOf({ emailDesign, emailMjml, emailMessage }: Draft): EmailMode | null {
  if (!isEmptyDesign(emailDesign)) return 'visual';
  if (emailMjml.trim() !== '') return 'mjml';
  return emailMessage.trim() === '' ? null : 'html';
}

/** A greeting with the name of the person, if names are known. */
function useGreeting(placeholders: ChannelProps['placeholders']): string {
  const { firstSteps } = useTexts();
  const nameField = greetingField(placeholders);
  return nameField === undefined ? '' : ` {{${nameField}|${firstSteps.friend}}}`;
}

/** Whether the visual editor or the preview is shown. */
type View = 'edit' | 'preview';

function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { preview } = usePreviewTexts();
  const own = useEditorTexts();
  return (
    <SegmentedControl
      aria-label={own.view}
      value={view}
      onChange={(next) => onChoose(next === 'preview' ? 'preview' : 'edit')}
      data={[
        { value: 'edit', label: own.edit },
        { value: 'preview', label: preview },
      ]}
    />
  );
}

function VisualEmail(props: EmailProps & { view: View }) {
  const { draft, saved, preview, isReadOnly, isCurrent, change, placeholders, view } = props;
  const texts = useTexts();
  const own = useEditorTexts();
  const design = draft.emailDesign ?? emptyDesign;
  const isPreview = isReadOnly || view === 'preview';
  return (
    <Stack gap="sm">
      {isPreview ? (
        <Stack id={fieldId('emailMessage')} tabIndex={-1} gap="sm">
          {!isCurrent && (
            <Text size="sm" c="dimmed">
              {saved === null ? texts.firstSteps.saveToPreview : own.previewLater}
            </Text>
          )}
          <EmailPreview {...previewOf(draft, preview?.EMAIL)} html={preview?.EMAIL?.html ?? ''} />
        </Stack>
      ) : (
        <Suspense fallback={<Skeleton height={416} />}>
          <div id={fieldId('emailMessage')}>
            <EmailEditor
              design={design}
              placeholders={placeholders}
              // The placeholders of the starting points are not written in Liquid.
              nameField={draft.engine === 'liquid' ? null : (greetingField(placeholders) ?? 'name')}
              engine={draft.engine}
              onChange={(emailDesign) => change({ emailDesign })}
            />
          </div>
        </Suspense>
      )}
    </Stack>
  );
}

function WrittenEmail(props: EmailProps & { isMjml: boolean }) {
  const { draft, preview, isReadOnly, change, placeholders, isCurrent, isMjml, error, language } = props;
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const own = useEditorTexts();
  const inserter = useRef<((text: string) => void) | null>(null);
  const mail = preview?.EMAIL;
  const greeting = useGreeting(placeholders);
  // Until it is saved, HTML is shown as it is written.
  const html = isMjml || (isCurrent && mail) ? (mail?.html ?? '') : draft.emailMessage;
  const label = isMjml ? own.mjml : campaign.html;
  const flawsId = useId();
  const flaws = useMemo(
    () => lineFlawsOf(error, isMjml ? 'emailMjml' : 'emailMessage', language),
    [error, isMjml, language],
  );
  const marks = useMemo(
    () => ({ lines: flaws.map(({ line }) => line), describedBy: flawsId }),
    [flaws, flawsId],
  );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="xs">
        <Group mih={36} justify="space-between">
          <Text size="sm" fw={550}>
            {label}
          </Text>
          <Text size="xs" c="dimmed">
            {campaign.placeholderHint}
          </Text>
        </Group>
        {!isMjml && draft.emailMessage === '' && !isReadOnly && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              onClick={() => change({ emailMessage: texts.firstSteps.letterText(greeting) })}
            >
              {texts.firstSteps.letter}
            </Button>
            <Text size="xs" c="dimmed">
              {texts.firstSteps.letterHint}
            </Text>
          </Group>
        )}
        {!isReadOnly && !isMjml && (
          <Group gap="xs">
            <InsertImage onChoose={(image) => inserter.current?.(imageHtml(image))} />
          </Group>
        )}
        <Flaws id={flawsId} title={isMjml ? own.flaws.mjml : own.flaws.html} flaws={flaws} />
        <Suspense fallback={<Skeleton height={416} />}>
          <div id={fieldId('emailMessage')}>
            <HtmlEditor
              key={label}
              value={isMjml ? draft.emailMjml : draft.emailMessage}
              label={label}
              isReadOnly={isReadOnly}
              placeholders={placeholders}
              onChange={(text) => change(isMjml ? { emailMjml: text } : { emailMessage: text })}
              flaws={marks}
              inserter={inserter}
            />
          </div>
        </Suspense>
      </Stack>
      <EmailPreview {...previewOf(draft, mail)} html={html} />
    </SimpleGrid>
  );
}

/** The subject and the plain text of the preview; before the first save, as written. */
function previewOf({ subject, name }: Draft, mail: Preview['EMAIL'] | undefined) {
  return { subject: mail?.subject ?? (subject.trim() === '' ? name : subject), text: mail?.text ?? '' };
}

interface FlawsProps {
  id: string;
  title: string;
  flaws: readonly LineFlaw[];
}

/** The errors of the last save that have a line, each with a button that goes there. */
function Flaws({ id, title, flaws }: FlawsProps) {
  if (flaws.length === 0) return null;
  return (
    <Alert color="red" py="xs" title={title} id={id}>
      {flaws.map(({ line, detail }) => (
        <Anchor
          key={detail}
          component="button"
          type="button"
          size="sm"
          underline="always"
          c="inherit"
          ta="start"
          display="block"
          // The API has no other language.
          lang="en"
          onClick={() => void focusField({ channel: 'EMAIL', field: 'emailMessage', line })}
        >
          {detail}
        </Anchor>
      ))}
    </Alert>
  );
}
