import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useFormat, useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { fieldName } from '../../../texts/fields';
import { ChannelIcon } from '../../../ui/states';
import { useReason } from '../../../ui/reason';
import { SmsTotal, useAudienceTexts } from '../../audience';
import { exampleOf, useSmsPrice } from '../../content';
import { PersonLink } from '../../people';
import { type UnreachedRow, endOf, hasNoSender, unreachedRows, waitsForOthers } from '../rehearsal-figures';

type Rehearsal = Schemas['Rehearsal'];

/** Why the campaign can't be published. */
export function RehearsalProblems({ problems }: Pick<Rehearsal, 'problems'>) {
  const texts = useTexts();
  return problems.map(({ code, detail, errors }) => (
    <Alert key={code} color="red" title={texts.errors.codes[code] ?? detail}>
      {errors.map(({ field, code: wrong, detail: text }) => (
        <Text size="sm" key={field}>
          {fieldName(field, texts)} {texts.errors.fields[wrong] ?? text}
        </Text>
      ))}
    </Alert>
  ));
}

/** How many recipients lack a value that the message uses without a fallback. */
export function MissingInRehearsal({ missing, channels, isComplete }: Rehearsal) {
  const texts = useTexts();
  const { campaignEditor } = useAudienceTexts();
  if (missing.length === 0) return null;
  return (
    <Alert color="yellow" title={campaignEditor.missingTitle}>
      {missing.map(({ channel, key, count, people }) => (
        <div key={`${channel} ${key}`}>
          <Text size="sm">
            {`${texts.channels[channel]} · `}
            {isComplete && count === channels[channel].reached
              ? campaignEditor.unknownField(`{{${key}}}`)
              : campaignEditor.missing(`{{${key}}}`, texts.people(count), isComplete)}
          </Text>
          <People of={people} />
        </div>
      ))}
      <Text size="sm" c="dimmed">
        {campaignEditor.missingHint(exampleOf([], texts))}
      </Text>
    </Alert>
  );
}

interface ReachProps {
  rehearsal: Rehearsal;
  /** The channels that have a message. */
  of: readonly Schemas['Channel'][];
  /** When the campaign would start (milliseconds). */
  start: number;
}

/** Who gets the message on each channel, who doesn't and why, the segments, and the end. */
export function Reach({ rehearsal, of, start }: ReachProps) {
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const { number, time, money } = useFormat();
  const { channels, reached, isComplete, sms, runningCampaigns, costs } = rehearsal;
  const [price] = useSmsPrice();
  const end = endOf(rehearsal, start);
  const sending = of.filter((channel) => channels[channel].reached > 0);
  return (
    <div>
      <Text size="sm" mb={6}>
        {campaign.publishText(texts.recipients(reached))}
      </Text>
      <Stack gap={4}>
        {of.map((channel) => (
          <Group key={channel} gap={8} className="numbers">
            <ChannelIcon channel={channel} />
            <Text size="sm" flex={1}>
              {texts.channels[channel]}
              {hasNoSender(channels[channel]) && ` – ${campaign.noSender}`}
            </Text>
            <Text size="sm" fw={600}>
              {number(channels[channel].reached)}
            </Text>
          </Group>
        ))}
      </Stack>
      <Stack gap="xs" mt="xs">
        {!isComplete && (
          <Text size="sm" role="status">
            {campaign.stillCounting}
          </Text>
        )}
        <Unreached rows={unreachedRows(rehearsal)} />
        {sms && channels.SMS.reached > 0 && (
          <SmsTotal {...sms} {...{ price, isExact: isComplete }} people={channels.SMS.reached} isNamed />
        )}
        {costs.currency !== null && costs.rows.length > 0 && (
          <Text size="sm">
            {campaign.expectedCost(money(costs.total as `${number}`, costs.currency), isComplete)}
            {costs.withoutPrice > 0 && ` ${campaign.costUnknown(costs.withoutPrice)}`}
          </Text>
        )}
        {waitsForOthers(rehearsal) && <Text size="sm">{campaign.waitsForOthers(runningCampaigns.used)}</Text>}
        {sending.length > 0 && isComplete && (
          <Text size="sm" c="dimmed">
            {end ? campaign.sendingEnds(time(end.toISOString())) : campaign.endUnknown}
          </Text>
        )}
      </Stack>
    </div>
  );
}

/** The recipients who don't get the message, by reason, with some of them on request. */
function Unreached({ rows }: { rows: readonly UnreachedRow[] }) {
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const labelOf = useReason();
  const { number } = useFormat();
  const [isOpen, { toggle }] = useDisclosure(false);
  if (rows.length === 0) return null;
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        h="auto"
        py={4}
        styles={{ label: { whiteSpace: 'normal' } }}
        aria-expanded={isOpen}
        rightSection={<Chevron size={14} aria-hidden />}
        onClick={toggle}
      >
        {campaign.notReached(texts.recipients(all))}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="xs" mt={4}>
          {rows.map(({ channel, reason, count, people }) => (
            <div key={`${channel} ${reason}`}>
              <Group gap={8} className="numbers">
                <Text size="sm" flex={1}>
                  {labelOf(reason)} · {texts.channels[channel]}
                </Text>
                <Text size="sm" fw={600}>
                  {number(count)}
                </Text>
              </Group>
              <People of={people} />
            </div>
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

/** Some of the recipients, as links to their contact records. */
function People({ of }: { of: readonly Schemas['RehearsalExample'][] }) {
  return (
    <Text size="sm" c="dimmed">
      {of.map(({ subscriberId, identifier, name }, index) => (
        <span key={subscriberId}>
          {index > 0 && ', '}
          <PersonLink identifier={identifier}>
            {name === null ? identifier : `${name} (${identifier})`}
          </PersonLink>
        </span>
      ))}
    </Text>
  );
}
