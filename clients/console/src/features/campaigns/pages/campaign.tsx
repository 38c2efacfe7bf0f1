import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconChartBar, IconSend, IconTestPipe } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isSignedOut, useApprover, useMay, useProfile } from '../../../app/session/session';
import { type Texts, useFormat, useTexts } from '../../../texts';
import { type CampaignTexts, useCampaignTexts } from '../texts';
import { ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { StatusBadge, channels } from '../../../ui/states';
import { ActivityButton } from '../../activity';
import { useApprovalSetting, useApprovalTexts } from '../../approvals';
import { Audience, useFields } from '../../audience';
import { exampleOf, fieldsOn } from '../../content';
import { isBlankDesign } from '../../email-editor';
import { useApproval } from '../api/approvals';
import { useCampaign } from '../api/campaigns';
import { useContentChecks } from '../api/content-checks';
import { useRehearse } from '../api/rehearsal';
import { useSample } from '../api/sample';
import { ApprovalPanel } from '../components/approval-panel';
import { AudienceFields } from '../components/audience-fields';
import { PauseButton, RowMenu } from '../components/campaign-actions';
import { ConflictDialog } from '../components/conflict-dialog';
import { ContentChecks } from '../components/content-checks';
import { type FieldPlace, focusField } from '../components/focus-field';
import { Messages } from '../components/messages/messages';
import { MissingParts } from '../components/missing-parts';
import { PublishDialog } from '../components/publish-dialog';
import { SavedStatus } from '../components/saved-status';
import { SenderChoice } from '../components/sender-choice';
import { TestDialog } from '../components/test-dialog';
import { type Draft, type Part, hasEmail, hasWrongReplyTo, missingFrom } from '../draft/draft';
import { titleOf } from '../draft/title';
import { draftIn, languageOfField } from '../draft/translation';
import { useDraft } from '../draft/use-draft';
import { usualTimeOn } from '../schedule';
import { type MissingItem, missingForPublishing, missingParts } from '../missing';
import { channelsWithoutSender } from '../rehearsal-figures';

type Detail = Schemas['CampaignDetail'];

export function CampaignPage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId' });
  const { group, day } = useSearch({ from: '/campaigns/$campaignId' });
  // A new campaign stays in the editor: the new URL doesn't remount the page.
  const [createdId, setCreatedId] = useState<string | null>(null);
  const isNew = campaignId === 'new' || campaignId === createdId;
  const campaign = useCampaign(isNew ? null : campaignId);
  const mayWrite = useMay('write');
  if (campaignId === 'new' && !mayWrite) return <ReadOnlyNote />;
  if (isNew) return <Editor key="new" opened={null} {...{ group, day }} onCreated={setCreatedId} />;
  // A failed refresh must not replace text that is being written.
  if (campaign.isLoadingError)
    return <ErrorNote error={campaign.error} retry={() => void campaign.refetch()} />;
  if (!campaign.data) return <Loading />;
  return <Editor key={campaignId} opened={campaign.data} day={day} onCreated={setCreatedId} />;
}

/** For people who followed a link to a new campaign. */
function ReadOnlyNote() {
  const texts = useTexts();
  const { campaign: campaignTexts } = useCampaignTexts();
  return (
    <>
      <PageHead
        title={campaignTexts.newTitle}
        above={<WayBack to="/campaigns">{texts.campaigns.title}</WayBack>}
      />
      <Alert color="gray">{texts.identity.mayOnlyRead}</Alert>
    </>
  );
}

interface EditorProps {
  opened: Detail | null;
  /** The group of a new campaign. */
  group?: string | undefined;
  /** The day that was chosen in the calendar. */
  day?: string | undefined;
  onCreated: (id: string) => void;
}

function Editor({ opened, group, day, onCreated }: EditorProps) {
  const texts = useTexts();
  const { campaign: campaignTexts, campaignEditor } = useCampaignTexts();
  const approvalTexts = useApprovalTexts();
  const { time } = useFormat();
  const profile = useProfile();
  const navigate = useNavigate();
  const editor = useDraft({ opened, group, day, onCreated });
  const plannedAt = usualTimeOn(day, Date.now());
  const { draft, saved, change, flush, resolve, state, status, isOpen, isSaved, isBusy, error, restoredAt } =
    editor;
  const [dialog, setDialog] = useState<'publish' | 'test' | null>(null);
  /** The person of the preview; undefined: none was chosen yet. */
  const [chosen, setChosen] = useState<Schemas['Subscriber'] | null | undefined>(undefined);
  /** The action that is being prepared. */
  const [intended, setIntended] = useState<'publish' | 'test' | null>(null);
  const [channel, setChannel] = useState<Schemas['Channel']>('EMAIL');
  const [chosenLanguage, setLanguage] = useState<string | null>(null);
  // A conflict with another version of the draft can remove the language.
  const language = chosenLanguage !== null && draft.translations[chosenLanguage] ? chosenLanguage : null;
  /** What the last attempted action lacked. */
  const [lack, setLack] = useState<Lack | null>(null);
  const rehearse = useRehearse();
  const [mayWrite, maySend] = [useMay('write'), useMay('send')];
  const isRequired = useApprovalSetting().data?.required ?? false;
  const approval = useApproval(saved, isRequired).data ?? null;
  // The panel tells approvers what they can do.
  const decides = useApprover() !== null && approval?.state === 'PENDING';
  const needsApproval = isRequired && approval?.state !== 'APPROVED';
  const isWaiting = needsApproval && approval?.state === 'PENDING';
  const missing = lack ? missingNow(lack, draft, texts, campaignEditor) : [];
  const unsent = lack?.rehearsal ? channelsWithoutSender(lack.rehearsal) : [];
  const sample = useSample(draft.groups, channel);
  const fields = useFields(saved?.status === 'DRAFT' ? saved : null).data ?? null;
  const person = chosen === undefined ? (sample[0] ?? null) : chosen;
  const placeholders = useMemo(
    () => channels.flatMap((each) => fieldsOn(each, fields, sample)),
    [fields, sample],
  );
  const prepare = async (which: 'publish' | 'test'): Promise<void> => {
    if (hasWrongReplyTo(draft) || (which === 'test' && missingForTest(draft).length > 0)) {
      setLack({ of: which, rehearsal: null });
      return;
    }
    if (!(await flush())) return;
    const { saved: stored } = state();
    if (!stored) return;
    // If the check fails, the dialog repeats it, and shows the error.
    const rehearsal = which === 'test' ? null : await rehearse(stored).catch(() => null);
    if (rehearsal && isPrevented(rehearsal)) setLack({ of: which, rehearsal });
    else setDialog(which);
  };
  const open = async (which: 'publish' | 'test'): Promise<void> => {
    setIntended(which);
    setLack(null);
    await prepare(which);
    setIntended(null);
  };
  const checks = useContentChecks(saved && isAhead(saved) ? saved : null);
  const showField = (place: FieldPlace): void => {
    setDialog(null);
    const { tag, field } = languageOfField(place.field);
    setLanguage(tag);
    setChannel(place.channel);
    // The lines of a finding are those of the HTML.
    const { emailDesign, emailMjml } = draftIn(draft, tag);
    const isHtml = isBlankDesign(emailDesign) && emailMjml.trim() === '';
    void focusField({ ...place, field, ...(!isHtml && { line: undefined }) });
  };
  const showReport = (): void => {
    if (saved) void navigate({ to: '/campaigns/$campaignId/report', params: { campaignId: saved._id } });
  };
  const isUnnamedNew = saved === null && draft.name.trim() === '';
  return (
    <>
      <PageHead
        title={isUnnamedNew ? campaignTexts.newTitle : titleOf(draft.name, texts)}
        above={<WayBack to="/campaigns">{texts.campaigns.title}</WayBack>}
        beside={saved && <StatusBadge status={saved.status} />}
        below={
          isOpen && (
            <>
              <SavedStatus editor={editor} />
              {plannedAt !== null && (
                <Text size="sm" c="dimmed">
                  {campaignTexts.plannedFor(time(new Date(plannedAt).toISOString()))}
                </Text>
              )}
            </>
          )
        }
      >
        {isOpen ? (
          <>
            {(maySend || profile !== null) && (
              <Button
                variant="default"
                leftSection={<IconTestPipe size={16} />}
                loading={intended === 'test'}
                disabled={intended !== null || (!maySend && !hasEmail(draft))}
                title={maySend || hasEmail(draft) ? undefined : campaignTexts.testNeedsEmail}
                onClick={() => void open('test')}
              >
                {campaignTexts.test}
              </Button>
            )}
            {!isWaiting &&
              (maySend || needsApproval ? (
                <Button
                  leftSection={<IconSend size={16} />}
                  loading={intended === 'publish'}
                  disabled={intended !== null}
                  onClick={() => void open('publish')}
                >
                  {needsApproval ? approvalTexts.ask : campaignTexts.publish}
                </Button>
              ) : (
                <Text size="sm" c="dimmed">
                  {texts.identity.mayNotSend}
                </Text>
              ))}
          </>
        ) : saved === null || saved.status === 'DRAFT' ? null : (
          <Button
            component={Link}
            to={`/campaigns/${saved._id}/report`}
            variant="default"
            leftSection={<IconChartBar size={16} />}
          >
            {texts.campaigns.report}
          </Button>
        )}
        {saved && <ActivityButton campaign={saved} />}
        {saved && <PauseButton campaign={saved} />}
        {saved && <RowMenu campaign={saved} />}
      </PageHead>
      <Stack gap="lg">
        {restoredAt !== null && (
          <Alert>
            <Group justify="space-between">
              <Text size="sm">{campaignTexts.restored(time(restoredAt))}</Text>
              <Button variant="default" size="xs" onClick={editor.startOver}>
                {campaignTexts.startOver}
              </Button>
            </Group>
          </Alert>
        )}
        {!isOpen && !decides && (
          <Alert color="gray">{mayWrite ? campaignTexts.notDraft : texts.identity.mayOnlyRead}</Alert>
        )}
        {saved?.status === 'DRAFT' && approval && (
          <ApprovalPanel campaignId={saved._id} approval={approval} onStarted={showReport} />
        )}
        {isOpen && missing.length + unsent.length > 0 && <MissingParts items={missing} channels={unsent} />}
        {error && !editor.conflict && status !== 'retrying' && !isSignedOut(error) && (
          <ErrorNote error={error} retry={() => void flush()} />
        )}
        <Paper className="pane">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <TextInput
              id="campaign-name"
              label={campaignTexts.name}
              description={campaignTexts.nameHint(exampleOf(placeholders, texts))}
              value={draft.name}
              maxLength={255}
              readOnly={!isOpen}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <AudienceFields
              groups={draft.groups}
              audience={draft.audience}
              isReadOnly={!isOpen}
              onChange={change}
            />
          </SimpleGrid>
          <SenderChoice
            chosen={draft.senders}
            isReadOnly={!isOpen}
            onChange={(senders) => change({ senders })}
          />
        </Paper>
        {saved && isAhead(saved) && saved.groups.length + saved.audience.segments.length > 0 && (
          <Audience campaign={saved} />
        )}
        <Messages
          {...{ draft, saved, isSaved, change, sample, fields, person, error }}
          detach={editor.detachEmail}
          isReadOnly={!isOpen}
          onPerson={setChosen}
          channel={channel}
          onChannel={setChannel}
          language={language}
          onLanguage={setLanguage}
        />
        {saved && isAhead(saved) && (
          <Paper className="pane">
            <ContentChecks checks={checks} order={2} onField={showField} />
          </Paper>
        )}
      </Stack>
      {dialog === 'publish' && saved && (
        <PublishDialog
          {...{ campaign: saved, person, checks }}
          onClose={() => setDialog(null)}
          onField={showField}
          onPublished={showReport}
          isAsking={needsApproval}
          plannedAt={plannedAt}
        />
      )}
      {dialog === 'test' && saved && (
        <TestDialog campaign={saved} {...{ person, language }} onClose={() => setDialog(null)} />
      )}
      {editor.conflict && (
        <ConflictDialog
          conflict={editor.conflict}
          error={error}
          isBusy={isBusy}
          onResolve={(choice) => void resolve(choice)}
        />
      )}
    </>
  );
}

/** What an action lacked when it was attempted. */
interface Lack {
  of: 'publish' | 'test';
  /** Null: it was not rehearsed. */
  rehearsal: Schemas['Rehearsal'] | null;
}

/** Whether the API would refuse to publish the campaign, or it would reach nobody for want of a sender. */
function isPrevented(rehearsal: Schemas['Rehearsal']): boolean {
  const { problems, reached, isComplete } = rehearsal;
  const hasNoSenders = isComplete && reached === 0 && channelsWithoutSender(rehearsal).length > 0;
  return problems.length > 0 || hasNoSenders;
}

/** What is still missing. */
function missingNow(
  { of, rehearsal }: Lack,
  draft: Draft,
  texts: Texts,
  own: CampaignTexts['campaignEditor'],
): MissingItem[] {
  if (of === 'test') return missingParts(missingForTest(draft), own);
  const wrong = hasWrongReplyTo(draft) ? (['replyTo'] as const) : [];
  return [...missingForPublishing(rehearsal?.problems ?? [], draft, texts, own), ...missingParts(wrong, own)];
}

/** A test goes to one address, so it needs no groups. */
function missingForTest(draft: Draft): Part[] {
  return missingFrom(draft).filter((part) => part !== 'groups');
}

/** The audience is shown before sending. Afterward, the report shows the recipients. */
function isAhead({ status }: Detail): boolean {
  return status === 'DRAFT' || status === 'SCHEDULED';
}
