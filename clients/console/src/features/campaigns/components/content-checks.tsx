import type { Schemas } from '@carillon/sdk';
import { Anchor, Code, List, Loader, Stack, Text, Title, type TitleOrder } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useLanguage, useTexts } from '../../../texts';
import { fieldName } from '../../../texts/fields';
import { ErrorNote } from '../../../ui/page';
import type { useContentChecks } from '../api/content-checks';
import { de } from './content-checks-de';
import { en } from './content-checks-en';
import type { FieldPlace } from './focus-field';

type Finding = Schemas['CampaignFinding'];

const severities = ['error', 'warning', 'info'] as const;
const icons = { error: IconAlertCircle, warning: IconAlertTriangle, info: IconInfoCircle };
const colors = { error: 'red', warning: 'yellow.8', info: 'blue' };
/** How many places of a finding are shown. */
const MOST_PLACES = 3;

interface ContentChecksProps {
  checks: ReturnType<typeof useContentChecks>;
  /** Shows the field of a finding. */
  onField: (place: FieldPlace) => void;
  /** The level of the heading. */
  order: TitleOrder;
  /** Findings that the page shows in another way. */
  except?: readonly Finding['code'][];
}

/** What is wrong with the messages of a campaign, the most severe first, with links to the fields. */
export function ContentChecks({ checks, onField, order, except = [] }: ContentChecksProps) {
  const texts = useCheckTexts();
  const { data, error, isLoading } = checks;
  const findings = (data?.findings ?? []).filter(({ code }) => !except.includes(code));
  const numberOf = (wanted: Finding['severity']): number =>
    findings.filter(({ severity }) => severity === wanted).length;
  const counts = severities.flatMap((severity) =>
    numberOf(severity) === 0 ? [] : [texts.counts[severity](numberOf(severity))],
  );
  return (
    <section aria-label={texts.title}>
      <Stack gap="xs">
        <Title order={order}>{texts.title}</Title>
        {error && <ErrorNote error={error} retry={() => void checks.refetch()} />}
        {isLoading && <Loader size="sm" role="status" aria-label={texts.checking} />}
        {data && (
          <Text size="sm" c="dimmed" role="status">
            {counts.length === 0 ? texts.none : counts.join(', ')}
            {!data.isComplete && ` ${texts.someRecipients}`}
          </Text>
        )}
        {severities.map((severity) => (
          <Findings
            key={severity}
            severity={severity}
            findings={findings.filter((each) => each.severity === severity)}
            onField={onField}
          />
        ))}
      </Stack>
    </section>
  );
}

function useCheckTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}

interface FindingsProps {
  severity: Finding['severity'];
  findings: readonly Finding[];
  onField: ContentChecksProps['onField'];
}

function Findings({ severity, findings, onField }: FindingsProps) {
  const all = useTexts();
  const texts = useCheckTexts();
  const Icon = icons[severity];
  if (findings.length === 0) return null;
  return (
    <List
      aria-label={texts.severities[severity]}
      size="sm"
      spacing="xs"
      center={false}
      icon={
        <Icon size={18} color={`var(--mantine-color-${colors[severity].replace('.', '-')})`} aria-hidden />
      }
    >
      {findings.map((finding) => {
        const { code, channel, field, source, places } = finding;
        const name = fieldName(field, all);
        return (
          <List.Item key={`${code} ${field} ${source ?? ''}`}>
            {`${all.channels[channel]}: ${texts.codes[code](finding)} `}
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              aria-label={texts.goTo(name)}
              onClick={() => onField({ channel, field, line: places[0]?.line })}
            >
              {name}
            </Anchor>
            {places.slice(0, MOST_PLACES).map(({ line, element }, at) => (
              <div key={at}>
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  underline="always"
                  onClick={() => onField({ channel, field, line })}
                >
                  {texts.line(line)}
                </Anchor>{' '}
                <Code style={{ overflowWrap: 'anywhere' }}>{element}</Code>
              </div>
            ))}
          </List.Item>
        );
      })}
    </List>
  );
}
