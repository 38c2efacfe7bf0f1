import { Accordion, Paper, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useSignUpTexts } from '../texts';
import { type FormEntries, MOST, type SignUpForm, lacksLink } from '../form';
import type { EntryProps } from './content';
import { Wordings } from './wordings';

/** The confirmation email, the pages to continue to, and the versions of the consent text: all of them optional. */
export function Extras({ form, ...entryProps }: EntryProps & { form: SignUpForm | null }) {
  const texts = useSignUpTexts();
  return (
    <Paper className="pane" p={0} component="section">
      <Accordion multiple keepMounted={false} order={2}>
        <Accordion.Item value="email">
          <Accordion.Control>{texts.email}</Accordion.Control>
          <Accordion.Panel>
            <ConfirmationEmail {...entryProps} />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="pages">
          <Accordion.Control>{texts.pages}</Accordion.Control>
          <Accordion.Panel>
            <OwnPages {...entryProps} />
          </Accordion.Panel>
        </Accordion.Item>
        {form && (
          <Accordion.Item value="versions">
            <Accordion.Control>{texts.versions}</Accordion.Control>
            <Accordion.Panel>
              <Wordings formId={form._id} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
      </Accordion>
    </Paper>
  );
}

function ConfirmationEmail({ entries, isReadOnly, change }: EntryProps) {
  const texts = useSignUpTexts();
  const names = entries.fields.map(({ attribute }) => attribute.trim()).filter((name) => name !== '');
  const mail = (field: 'html' | 'plainText', rows: number) => (
    <Textarea
      label={texts[field]}
      value={entries[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      error={lacksLink(entries[field]) && texts.linkMissing}
      maxLength={MOST.mail}
      readOnly={isReadOnly}
      autosize
      minRows={rows}
      maxRows={20}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {texts.emailHint}
      </Text>
      <TextInput
        label={texts.subject}
        value={entries.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
        maxLength={MOST.subject}
        readOnly={isReadOnly}
        maw={480}
      />
      {mail('html', 5)}
      {mail('plainText', 3)}
      <Text size="sm" c="dimmed">
        {texts.placeholders}{' '}
        {['confirmUrl', 'email', 'formTitle', 'wording', ...names].map(placeholder).join(', ')}
      </Text>
    </Stack>
  );
}

function placeholder(name: string): string {
  return `{{${name}}}`;
}

function OwnPages({ entries, isReadOnly, change }: EntryProps) {
  const texts = useSignUpTexts();
  const page = (field: keyof Pick<FormEntries, 'requestedUrl' | 'confirmedUrl'>) => (
    <TextInput
      label={texts[field]}
      type="url"
      placeholder="https://"
      value={entries[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      maxLength={MOST.url}
      readOnly={isReadOnly}
      maw={480}
    />
  );
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {texts.pagesHint}
      </Text>
      {page('requestedUrl')}
      {page('confirmedUrl')}
    </Stack>
  );
}
