import { CarillonError, type Schemas } from '@carillon/sdk';
import {
  Alert,
  Button,
  Checkbox,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Textarea,
  Title,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { type PeopleTexts, usePeopleTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import { channels } from '../../../ui/states';
import { useLift, useSuppress, useSuppressionHistory } from '../api/suppressions';

type Channel = Schemas['Channel'];
type Reason = Schemas['SuppressionReason'];

/** Reasons that only the person can withdraw. */
const wishes: ReadonlySet<Reason> = new Set(['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED']);

/** The maximum length of the optional reason that the API accepts (characters). */
const MAX_WHY = 500;

/** The suppression to lift; `reason` is its strongest reason. */
export interface Liftable {
  id: string;
  channel: Channel;
  identifier: string;
  reason: Reason;
}

/** Lifts a suppression. A person's own opt-out is lifted only if they have agreed again. */
export function LiftForm({ suppression, onClose }: { suppression: Liftable; onClose: () => void }) {
  const texts = useTexts();
  const { suppressions: suppressionTexts } = usePeopleTexts();
  const { id, channel, identifier, reason } = suppression;
  const [hasAgreed, setAgreed] = useState(false);
  const [why, setWhy] = useState('');
  const lift = useLift({
    silent: true,
    done: () => {
      notify(texts, suppressionTexts.lifted);
      onClose();
    },
  });
  // The person may have opted out in the meantime, or for a reason other than the one shown.
  const isRefused = lift.error instanceof CarillonError && lift.error.code === 'suppression_by_recipient';
  const isWish = wishes.has(reason) || isRefused;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    lift.mutate({ id, reason: why.trim(), hasAgreed });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={suppressionTexts.liftTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{suppressionTexts.liftText(identifier, texts.channels[channel])}</Text>
          {isWish ? (
            <Agreement
              text={suppressionTexts.wishText(suppressionTexts.causes[reason])}
              hasAgreed={hasAgreed}
              onChange={setAgreed}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {suppressionTexts.causes[reason]}
            </Text>
          )}
          <Textarea
            label={isWish ? suppressionTexts.whyWish : suppressionTexts.why}
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
            maxLength={MAX_WHY}
            autosize
            minRows={2}
          />
          {lift.error && <ErrorNote error={lift.error} />}
          <DialogButtons onClose={onClose}>
            <Button color="red.9" type="submit" loading={lift.isPending} disabled={isWish && !hasAgreed}>
              {suppressionTexts.lift}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

interface AgreementProps {
  /** What the person did, and when it can be lifted. */
  text: string;
  hasAgreed: boolean;
  onChange: (hasAgreed: boolean) => void;
}

/** Asks whether a person who opted out has agreed again. */
export function Agreement({ text, hasAgreed, onChange }: AgreementProps) {
  const { suppressions: texts } = usePeopleTexts();
  return (
    <>
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={texts.wishTitle}>
        {text}
      </Alert>
      <Checkbox
        label={texts.wishAgreed}
        checked={hasAgreed}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </>
  );
}

/** Asks for an address to suppress. */
export function AddSuppression({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { suppressions: suppressionTexts } = usePeopleTexts();
  const add = useSuppress({
    silent: true,
    done: () => {
      notify(texts, suppressionTexts.added);
      onClose();
    },
  });
  return (
    <AddressForm
      verb={suppressionTexts.add}
      text={suppressionTexts.addText}
      adding={add}
      add={(address) => add.mutate(address)}
      onClose={onClose}
    />
  );
}

interface AddressFormProps {
  /** The title and the button. */
  verb: string;
  /** What happens to the address. */
  text: string;
  adding: { error: Error | null; isPending: boolean };
  add: (address: { channel: Channel; identifier: string }) => void;
  onClose: () => void;
}

/** Asks for an address on a channel. */
export function AddressForm({ verb, text, adding, add, onClose }: AddressFormProps) {
  const texts = useTexts();
  const { group } = usePeopleTexts();
  const [channel, setChannel] = useState<Channel>('EMAIL');
  const [identifier, setIdentifier] = useState('');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    add({ channel, identifier: identifier.trim() });
  };
  return (
    <Modal opened onClose={onClose} title={verb} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{text}</Text>
          <SegmentedControl
            aria-label={group.channel}
            value={channel}
            onChange={(value) => setChannel(value)}
            data={channels.map((value) => ({ value, label: texts.channels[value] }))}
          />
          <TextInput
            label={group.address}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
            required
            data-autofocus
          />
          {adding.error && <ErrorNote error={adding.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={adding.isPending}>
              {verb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** The current and lifted causes for an address on a channel. */
export function HistoryOf({
  address,
  onClose,
}: {
  address: Pick<Liftable, 'channel' | 'identifier'>;
  onClose: () => void;
}) {
  const texts = useTexts();
  const { suppressions: suppressionTexts } = usePeopleTexts();
  const { channel, identifier } = address;
  const history = useSuppressionHistory(address);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={suppressionTexts.historyOf(`${identifier} · ${texts.channels[channel]}`)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {history.isLoadingError ? (
        <ErrorNote error={history.error} />
      ) : history.data ? (
        <Causes causes={history.data.causes} lifted={history.data.lifted} />
      ) : (
        <Loading lines={2} />
      )}
    </Modal>
  );
}

/** Current and lifted causes as text. */
export function Causes({ causes, lifted }: Pick<Schemas['SuppressionHistory'], 'causes' | 'lifted'>) {
  const { suppressions: texts } = usePeopleTexts();
  const { time } = useFormat();
  return (
    <Stack>
      <section>
        <Title order={3}>{texts.now}</Title>
        {causes.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.nothingNow}
          </Text>
        )}
        {causes.map((cause) => (
          <Cause key={`${cause.reason} ${cause.createdAt}`} cause={cause}>
            {texts.from(time(cause.createdAt))}
          </Cause>
        ))}
      </section>
      <section>
        <Title order={3}>{texts.before}</Title>
        {lifted.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.nothingBefore}
          </Text>
        )}
        {lifted.map((cause) => (
          <Cause key={`${cause.reason} ${cause.createdAt} ${cause.liftedAt}`} cause={cause}>
            {texts.liftedAt(time(cause.createdAt), time(cause.liftedAt))},{' '}
            {cause.liftedBy.type === 'KEY' ? texts.liftedByKey : liftedBy(cause.liftedBy.source, texts)}
            {cause.why !== null && ` · “${cause.why}”`}
          </Cause>
        ))}
      </section>
    </Stack>
  );
}

/** How the person lifted a cause. The source is `message <id>`, `preferences <id>`, or `sign-up <id>`. */
function liftedBy(source: string | null, texts: PeopleTexts['suppressions']): string {
  if (source?.startsWith('preferences ')) return texts.liftedByPreferences;
  return source?.startsWith('sign-up ') ? texts.liftedBySignUp : texts.liftedByRecipient;
}

function Cause({
  cause: { reason, sender, source },
  children,
}: {
  cause: Pick<Schemas['SuppressionHistory']['causes'][number], 'reason' | 'sender' | 'source'>;
  children: ReactNode;
}) {
  const { suppressions: texts } = usePeopleTexts();
  return (
    <div>
      <Text size="sm" mt="xs">
        {texts.causes[reason]}
      </Text>
      <Text size="xs" c="dimmed">
        {children}
        {sender !== null && ` · ${texts.reportedTo(sender)}`}
        {source !== null && (
          <>
            {' · '}
            <Source source={source} />
          </>
        )}
      </Text>
    </div>
  );
}

/** Where a cause came from: `campaign <id>`, `preferences <id>`, `message <id>`, `provider`, or the ID of a request. */
export function Source({ source }: { source: string }) {
  const { suppressions: texts } = usePeopleTexts();
  const [kind, id] = source.split(' ');
  if ((kind === 'campaign' || kind === 'preferences') && id !== undefined)
    return (
      <Link className="text-link" to="/campaigns/$campaignId/report" params={{ campaignId: id }}>
        {kind === 'campaign' ? texts.byCampaign : texts.byPreferences}
      </Link>
    );
  if (kind === 'message') return texts.byMessage;
  return source === 'provider' ? texts.byProvider : texts.byRequest;
}
