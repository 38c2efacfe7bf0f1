import { UsageError } from '../failures';
import { givenUrl } from '../settings/find-place';
import { SavedPlaces } from '../settings/saved-places';
import type { Session } from '../session';
import { verb } from '../words/command';

export const logOut = (session: Session) =>
  verb('logout', 'forgets the keys for an address', 'logout --url https://carillon.example.com').action(
    () => {
      const saved = new SavedPlaces(session.world);
      const url = givenUrl(session.options(), session.world) ?? saved.current();
      if (!url) throw new UsageError('There is nothing to forget');
      const wasThere = saved.forget(url);
      session.output.say(wasThere ? `Forgot the keys for ${url}` : `There were no keys for ${url}`);
    },
  );
