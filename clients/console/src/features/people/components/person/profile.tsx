import type { Schemas } from '@carillon/sdk';
import { Paper, Stack, Text } from '@mantine/core';
import { useTexts } from '../../../../texts';
import { usePersonTexts } from '../../person-texts';
import { useCountryNames } from '../../../../ui/countries';
import { PersonLink } from '../person-link';
import { Facts } from './facts';
import { Section } from './section';

interface ProfileProps {
  person: Schemas['Person'];
  /** The address whose record is shown. */
  identifier: string;
}

/** Shows the person that the address belongs to, with all addresses, fields, and attributes. */
export function Profile({ person, identifier }: ProfileProps) {
  const texts = useTexts();
  const personTexts = usePersonTexts();
  const countryName = useCountryNames();
  const { email, phone, whatsapp, externalId, locale, timeZone, country, attributes } = person;
  const channels = [
    [texts.channels.EMAIL, email],
    [texts.channels.SMS, phone],
    [texts.channels.WHATSAPP, whatsapp],
  ] as const;
  const fields = [
    [texts.fields.externalId, externalId],
    [texts.fields.locale, locale],
    [texts.fields.timeZone, timeZone],
    [texts.fields.country, country === null ? null : countryName(country)],
  ] as const;
  return (
    <Section title={personTexts.profile}>
      <Paper className="pane" p="md">
        <Stack gap="sm">
          <Stack gap={2}>
            {channels.flatMap(([channel, addresses]) =>
              addresses.map((address) => (
                <Text key={`${channel} ${address}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {channel}: {address === identifier ? address : <PersonLink identifier={address} />}
                </Text>
              )),
            )}
            {fields.map(
              ([label, value]) =>
                value !== null && (
                  <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {label}: {value}
                  </Text>
                ),
            )}
          </Stack>
          <Facts facts={attributes} />
        </Stack>
      </Paper>
    </Section>
  );
}
