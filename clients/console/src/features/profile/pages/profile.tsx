import { SimpleGrid, Stack } from '@mantine/core';
import { useProfile } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { NotFound, PageHead } from '../../../ui/page';

import { NotificationSettings } from '../../notifications';
import { Identities } from '../components/identities';
import { NoPassword, Password } from '../components/password';
import { SecondFactor } from '../components/second-factor';
import { Self } from '../components/self';
import { Sessions } from '../components/sessions';

/** The signed-in person: name, sign-in methods, and sessions. */
export function ProfilePage() {
  const texts = useTexts();
  const profile = useProfile();
  if (!profile) return <NotFound />;
  return (
    <>
      <PageHead title={texts.identity.profile} />
      <Stack gap="lg">
        <Self profile={profile} />
        <NotificationSettings email={profile.email} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {profile.hasPassword ? <Password /> : <NoPassword profile={profile} />}
          {profile.hasPassword && <SecondFactor profile={profile} />}
          {profile.identities.length > 0 && <Identities profile={profile} />}
        </SimpleGrid>
        <Sessions profile={profile} />
      </Stack>
    </>
  );
}
